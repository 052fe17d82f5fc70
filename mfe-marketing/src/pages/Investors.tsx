import { Button, Section } from '@cytocomm/kit';
import { openSignIn } from '@cytocomm/session';
import { PageHero } from '../blocks/PageHero.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import { Points } from '../blocks/Points.tsx';
import { Split } from '../blocks/Split.tsx';
import { investors } from '../content/investors.ts';

function login() {
  openSignIn({ returnTo: '/dashboard' });
}

/** For investors: reasons, directors, and the door to the portal. */
export default function Investors() {
  return (
    <>
      <PageHero
        opening={investors.opening}
        actions={
          <Button variant="on-dark" icon="lock" onClick={login}>
            {investors.login.label}
          </Button>
        }
      />
      <Split title={investors.reasons.title}>
        <Points points={investors.reasons.points} ordered />
      </Split>
      <Section tone="mist" title={investors.boardTitle}>
        <PeopleGrid people={investors.board} columns={5} />
      </Section>
    </>
  );
}
