import { Band, Button, classNames, Heading, Section } from '@cytocomm/kit';
import { openSignIn } from '@cytocomm/session';
import { PageHero } from '../blocks/PageHero.tsx';
import { PeopleGrid } from '../blocks/PeopleGrid.tsx';
import { ClaimNote } from '../blocks/Points.tsx';
import { Split } from '../blocks/TextSections.tsx';
import { investors } from '../content/investors.ts';
import { PublicDocuments } from '../documents/PublicDocuments.tsx';
import drawing from '../figures/drawing.module.css';
import { curveIn, levelOf, pointIn } from '../figures/drawing.tsx';
import { Figure } from '../figures/Figure.tsx';
import classes from './Investors.module.css';

const frame = { x: 8, y: 206, width: 488, height: 110 };
const level = levelOf(0.08, [0.1, 0.5, 0.07], [0.36, 0.82, 0.1], [0.7, 0.5, 0.08]);

/** When a study answers: at its end, or while it runs. */
function AnswerTime({ description, words }: typeof investors.figure) {
  return (
    <svg viewBox="0 0 520 380" role="img" aria-label={description} className={drawing.drawing}>
      <text x="8" y="26" className={classNames(drawing.label, drawing.strong)}>
        {words.traditional}
      </text>
      <path d="M8 98H496" className={classNames(drawing.other, drawing.dashed)} />
      <circle cx="8" cy="98" r="4" className={drawing.dot} />
      <circle cx="496" cy="98" r="13" className={drawing.dot} />
      <path d="M490 98l4.5 5 8-10" className={drawing.line} />

      <text x="8" y="190" className={classNames(drawing.label, drawing.strong)}>
        {words.cytocomm}
      </text>
      <path d={`${curveIn(frame, level)}V316H8Z`} className={drawing.wash} />
      <path d={curveIn(frame, level, { noise: 0.012 })} className={drawing.trace} />
      <path d="M8 316H496" className={drawing.axis} />
      {[8, 105, 203, 301, 398, 496].map((x) => (
        <path key={x} d={`M${x} 316v6`} className={drawing.axis} />
      ))}
      {[0.17, 0.46, 0.78].map((time) => {
        const { x, y } = pointIn(frame, time, level(time));
        return <circle key={time} cx={x} cy={y} r="5" className={drawing.solid} />;
      })}
      <text x="8" y="350" className={drawing.label}>
        {words.start}
      </text>
      <text x="496" y="350" className={classNames(drawing.label, drawing.end)}>
        {words.end}
      </text>
    </svg>
  );
}

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
            <AnswerTime {...figure} />
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
      <Split {...reasons} ordered>
        <ClaimNote />
      </Split>
      <Section tone="mist" title={investors.boardTitle}>
        <PeopleGrid people={investors.board} columns={5} />
      </Section>
      <PublicDocuments />
    </>
  );
}
