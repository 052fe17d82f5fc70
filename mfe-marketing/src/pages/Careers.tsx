import { ButtonLink, Heading, Icon, Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Points } from '../blocks/Points.tsx';
import positionStyles from '../blocks/Position.module.css';
import { jobPosting, StructuredData } from '../blocks/StructuredData.tsx';
import { Split } from '../blocks/TextSections.tsx';
import { careers, type Position as PositionContent } from '../content/careers.ts';
import benchStyles from '../figures/BenchScene.module.css';
import drawing from '../figures/drawing.module.css';
import { Cell, curveIn, levelOf } from '../figures/drawing.tsx';
import classes from './Careers.module.css';

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div>
      <Heading level={4} size="title-small" className={positionStyles.subtitle}>
        {title}
      </Heading>
      <ul className={positionStyles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** One open position, with the way to apply. */
function Position({ position }: { readonly position: PositionContent }) {
  return (
    <article className={positionStyles.position}>
      <div className={positionStyles.head}>
        <Heading level={3} size="title-large">
          {position.title}
        </Heading>
        <p className={positionStyles.place}>
          <Icon name="pin" size="small" />
          {position.place}
        </p>
        <p className={positionStyles.text}>{position.text}</p>
        <ButtonLink
          to="/contact"
          state={{ subject: `${careers.application}: ${position.title}` }}
          variant="on-dark"
          aria-label={`${careers.apply}: ${position.title}`}
        >
          {careers.apply}
        </ButtonLink>
      </div>
      <div className={positionStyles.body}>
        <Lines title={careers.tasksTitle} lines={position.tasks} />
        <Lines title={careers.bringsTitle} lines={position.brings} />
      </div>
    </article>
  );
}

const level = levelOf(0.08, [0.12, 0.4, 0.06], [0.36, 0.86, 0.08], [0.68, 0.5, 0.07]);

/** A bench with a microscope, a culture dish, a screen and a reader: the place of work, as a line drawing. */
function BenchScene({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 560 400" role="img" aria-label={description} className={drawing.drawing}>
      {/* The screen with the recording. */}
      <rect x="196" y="92" width="236" height="160" rx="10" className={benchStyles.screen} />
      <path d={`${curveIn({ x: 212, y: 112, width: 204, height: 112 }, level)}V224H212Z`} className={drawing.wash} />
      <path d="M212 224h204" className={drawing.axis} />
      <path
        d={curveIn({ x: 212, y: 112, width: 204, height: 112 }, level, { noise: 0.012 })}
        className={drawing.trace}
      />
      <path d="M300 252v46M328 252v46M272 300h84" className={drawing.line} />

      {/* The microscope. */}
      <path d="M44 298h104M60 298c-4-14 4-22 18-22h44c12 0 20 8 18 22" className={benchStyles.body} />
      <path d="M122 276c34-26 36-82 4-116" className={drawing.line} />
      <path d="M108 276c26-22 28-66 4-96" className={drawing.line} />
      <path d="M66 252h60M78 252v8M112 252v8" className={drawing.line} />
      <path d="M74 116l34-14 30 74-34 14z" className={benchStyles.body} />
      <path d="M66 96l38-16 6 16-38 16zM106 190l20-8 6 15-20 8zM116 206l6 18" className={benchStyles.body} />
      <path d="M88 244l30 0" className={benchStyles.slide} />
      <circle cx="138" cy="238" r="9" className={benchStyles.body} />

      {/* The dish with cells, and a reader. */}
      <ellipse cx="520" cy="291" rx="34" ry="8" className={benchStyles.body} />
      <path d="M486 281v10M554 281v10" className={drawing.line} />
      <ellipse cx="520" cy="281" rx="34" ry="8" className={benchStyles.dish} />
      <Cell x={504} y={281} r={4} turn={0} />
      <Cell x={519} y={279} r={4} turn={1} />
      <Cell x={535} y={282} r={4} turn={2} />
      <g transform="translate(-36 38)">
        <path
          d="M470 176v40l-24 36a8 8 0 0 0 8 10h60a8 8 0 0 0 8-10l-24-36v-40M462 176h44"
          className={benchStyles.flask}
        />
        <path d="M458 236h44" className={drawing.trace} />
      </g>

      {/* The bench, and a lamp over it. */}
      <path d="M0 300H560M0 312H560M36 312v88M524 312v88" className={drawing.line} />
      <path d="M384 0v30M352 62c0-20 14-32 32-32s32 12 32 32z" className={benchStyles.body} />
      <path d="M376 62a8 8 0 0 0 16 0" className={drawing.line} />
    </svg>
  );
}

/** Work here: how it is, which positions are open, and that everyone may apply. */
export default function Careers() {
  return (
    <>
      {careers.positions.map((position) => (
        <StructuredData key={position.title} data={jobPosting(position)} />
      ))}
      <PageHero
        opening={careers.opening}
        tone="paper"
        figure={<BenchScene description={careers.scene} />}
        className={classes.hero}
      />
      <Section tone="ink" title={careers.positionsTitle}>
        {careers.positions.map((position) => (
          <Position key={position.title} position={position} />
        ))}
      </Section>
      <Section title={careers.reasonsTitle}>
        <Points points={careers.reasons} layout="columns" />
      </Section>
      <Split {...careers.equal} leading tone="mist" />
    </>
  );
}
