import { Band, Button, Heading, Section } from '@cytocomm/kit';
import { openSignIn } from '@cytocomm/session';
import { ClaimNote } from '../blocks/ClaimNote.tsx';
import { PageHero } from '../blocks/PageHero.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { investors } from '../content/investors.ts';
import { PublicDocuments } from '../documents/PublicDocuments.tsx';
import { AnswerTime } from '../figures/AnswerTime.tsx';
import { Figure } from '../figures/Figure.tsx';
import classes from './Investors.module.css';

function login() {
  openSignIn({ returnTo: '/dashboard' });
}

/** For investors: reasons, directors, and the door to the portal. */
export default function Investors() {
  const { figure, reasons, portal } = investors;
  return (
    <>
      <PageHero
        opening={investors.opening}
        figure={
          <Figure number={1} caption={figure.caption}>
            <AnswerTime description={figure.description} words={figure.words} />
          </Figure>
        }
      />
      <Band tone="mist" spacing="compact" aria-labelledby="portal">
        <div className={classes.portal}>
          <div>
            <Heading level={2} size="title" id="portal">
              {portal.title}
            </Heading>
            <p className={classes.portalText}>{portal.text}</p>
            <noscript>
              <p className={classes.portalText}>{portal.withoutScripts}</p>
            </noscript>
          </div>
          <Button icon="lock" onClick={login}>
            {portal.label}
          </Button>
        </div>
      </Band>
      <Split title={reasons.title} lead={investors.notice}>
        <Points points={reasons.points} ordered />
        <ClaimNote />
      </Split>
      <Section tone="mist" title={investors.boardTitle}>
        <PeopleGrid people={investors.board} columns={5} />
      </Section>
      <PublicDocuments />
    </>
  );
}
