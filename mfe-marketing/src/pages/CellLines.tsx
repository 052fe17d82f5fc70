import { classNames, Heading, Section } from '@cytocomm/kit';
import { PageHero } from '../blocks/PageHero.tsx';
import { Closing } from '../blocks/PageSections.tsx';
import { Split } from '../blocks/TextSections.tsx';
import { cellLines, type ResponseShape } from '../content/cell-lines.ts';
import circuitStyles from '../figures/CellCircuit.module.css';
import drawing from '../figures/drawing.module.css';
import { curveIn, levelOf, Mark, pointIn } from '../figures/drawing.tsx';
import { Figure } from '../figures/Figure.tsx';
import classes from './CellLines.module.css';

const frame = { x: 0, y: 8, width: 320, height: 112 };

const shapes: Readonly<
  Record<ResponseShape, { readonly level: (time: number) => number; readonly events: readonly number[] }>
> = {
  suppression: {
    level: (time) =>
      0.78 -
      0.6 * (time < 0.3 ? 0 : 1 - Math.exp(-(time - 0.3) * 14)) * Math.exp(-(Math.max(time - 0.3, 0) ** 2) * 3.2),
    events: [0.3],
  },
  induction: { level: (time) => 0.12 + 0.68 / (1 + Math.exp(-(time - 0.5) * 16)), events: [0.3] },
  flare: { level: levelOf(0.1, [0.25, 0.74, 0.14]), events: [0.25] },
  threshold: {
    level: (time) =>
      0.1 +
      0.1 * Math.min(Math.floor(time * 4), 3) * (time < 0.5 ? 0.25 : 1) +
      (time > 0.75 ? 0.34 * (1 - Math.exp(-(time - 0.75) * 22)) : 0),
    events: [0.25, 0.5, 0.75],
  },
};

/** The typical course of one kind of response, in outline. Decoration: the words beside it say the same. */
function ResponseCurve({ shape }: { readonly shape: ResponseShape }) {
  const { level, events } = shapes[shape];
  const end = pointIn(frame, 1, level(1));
  return (
    <svg viewBox="0 0 328 128" aria-hidden="true" className={drawing.drawing}>
      <path d="M0 120h320" className={drawing.axis} />
      {events.map((event) => (
        <path key={event} d={`M${event * 320} 120V8`} className={classNames(drawing.other, drawing.dashed)} />
      ))}
      <path d={curveIn(frame, level, { noise: 0.012, points: 90 })} className={drawing.trace} />
      <circle cx={end.x} cy={end.y} r="4" className={drawing.solid} />
    </svg>
  );
}

/** Inside a biosensor cell: molecule, receptor, promoter, reporter, signal. */
function CellCircuit({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 560 520" role="img" aria-label={description} className={drawing.drawing}>
      <circle cx="290" cy="280" r="222" className={circuitStyles.cell} />
      <circle cx="290" cy="280" r="213" className={drawing.rule} />
      <circle cx="312" cy="318" r="128" className={circuitStyles.nucleus} />

      {/* Molecules arrive from outside. */}
      <g className={circuitStyles.molecule}>
        <path d="M70 62l15 9v18l-15 9-15-9V71z" />
        <path d="M128 30l12 7v14l-12 7-12-7V37z" />
        <path d="M36 136l11 6v13l-11 6-11-6v-13z" />
      </g>
      <path d="M92 96l26 24" className={classNames(drawing.other, drawing.dashed)} />

      {/* The receptor sits in the membrane. */}
      <path d="M112 138q4 22 24 22t26-22M137 160l34 40" className={circuitStyles.receptor} />
      <path d="M137 122l12 7v14l-12 7-12-7v-14z" className={circuitStyles.bound} />

      {/* The recognition travels to the nucleus. */}
      <path d="M180 212c14 18 24 34 32 56" className={drawing.trace} />
      <path d="M204 258l9 12 5-14" className={drawing.trace} />

      {/* DNA with promoter and reporter. */}
      <rect x="212" y="312" width="74" height="48" rx="9" className={circuitStyles.promoter} />
      <rect x="294" y="312" width="118" height="48" rx="9" className={circuitStyles.reporter} />
      <path d="M196 336c15-26 30-26 45 0s30 26 45 0 30-26 45 0 30 26 45 0 30-26 45 0" className={drawing.line} />
      <path d="M196 336c15 26 30 26 45 0s30-26 45 0 30 26 45 0 30-26 45 0 30 26 45 0" className={drawing.line} />
      <path
        d="M207 324v24M219 317v38M231 322v28M251 322v28M263 317v38M275 322v28M296 322v28M308 317v38M320 322v28M341 322v28M353 317v38M365 322v28M386 322v28M398 317v38M410 322v28"
        className={circuitStyles.rungs}
      />
      <path d="M248 312v-22h44" className={drawing.trace} />
      <path d="M284 283l9 7-9 7" className={drawing.trace} />

      {/* The signal leaves the cell. */}
      <path d="M350 296c24-56 54-92 92-124" className={classNames(drawing.trace, drawing.dashed)} />
      <path d="M442 172l58-48M486 126l15-3-3 15" className={drawing.trace} />

      <Mark x={104} y={60} number={1} />
      <Mark x={190} y={150} number={2} />
      <Mark x={249} y={384} number={3} />
      <Mark x={353} y={384} number={4} />
    </svg>
  );
}

/** The biosensor cell lines: how one is built, and four things they are used for. */
export default function CellLines() {
  const { circuit, engineering, applications } = cellLines;
  return (
    <>
      <PageHero
        opening={cellLines.opening}
        figure={
          <Figure number={1} caption={circuit.caption} legend={circuit.legend} className={classes.circuit}>
            <CellCircuit description={circuit.description} />
          </Figure>
        }
      />
      <Split {...engineering} leading />
      <Section tone="mist" title={applications.title} lead={applications.lead}>
        <ul className={classes.applications}>
          {applications.points.map((application) => (
            <li key={application.title} className={classes.application}>
              <div className={classes.curve}>
                <ResponseCurve shape={application.shape} />
                <p className={classes.reads}>{application.reads}</p>
              </div>
              <div>
                <Heading level={3}>{application.title}</Heading>
                <p className={classes.text}>{application.text}</p>
              </div>
            </li>
          ))}
        </ul>
        <p className={classes.note}>{cellLines.curveNote}</p>
      </Section>
      <Closing closing={cellLines.closing} tone="paper" />
    </>
  );
}
