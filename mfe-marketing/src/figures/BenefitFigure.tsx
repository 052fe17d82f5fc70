import { classNames } from '@cytocomm/kit';
import drawing from './drawing.module.css';
import { curveIn, levelOf, pointIn } from './drawing.tsx';

const frame = { x: 0, y: 10, width: 320, height: 130 };
const ground = <path d="M0 140h320" className={drawing.axis} />;

/** Onset, peak, duration and return of one response, measured on the curve. */
function Course() {
  const level = levelOf(0.08, [0.2, 0.76, 0.16]);
  const peak = pointIn(frame, 0.36, level(0.36));
  return (
    <>
      {ground}
      <path d={`M${peak.x} ${peak.y}H300M64 ${frame.y + 118}H300`} className={drawing.rule} />
      <path
        d={`M292 ${peak.y + 4}V${frame.y + 114}M288 ${peak.y + 9}l4-6 4 6M288 ${frame.y + 109}l4 6 4-6`}
        className={drawing.other}
      />
      <path d="M64 152H236M70 148l-6 4 6 4M230 148l6 4-6 4" className={drawing.other} />
      <path d={curveIn(frame, level, { noise: 0.01 })} className={drawing.trace} />
      <circle cx={peak.x} cy={peak.y} r="4.5" className={drawing.solid} />
    </>
  );
}

/** A band of the animal's own baseline; what leaves it is marked. */
function Threshold() {
  const level = levelOf(0.2, [0.16, 0.1, 0.05], [0.55, 0.62, 0.12]);
  const crossing = pointIn(frame, 0.585, level(0.585));
  return (
    <>
      <rect x="0" y={pointIn(frame, 0, 0.36).y} width="320" height={0.3 * frame.height} className={drawing.wash} />
      <path d={`M0 ${pointIn(frame, 0, 0.36).y}h320`} className={classNames(drawing.other, drawing.dashed)} />
      {ground}
      <path d={curveIn(frame, level, { noise: 0.02, seed: 5 })} className={drawing.trace} />
      <circle cx={crossing.x} cy={crossing.y} r="9" className={drawing.line} />
      <circle cx={crossing.x} cy={crossing.y} r="3.5" className={drawing.solid} />
    </>
  );
}

/** A recording that is still being written. */
function Stream() {
  const level = levelOf(0.1, [0.1, 0.4, 0.09], [0.44, 0.7, 0.13]);
  const now = pointIn(frame, 0.66, level(0.66));
  return (
    <>
      {ground}
      <path
        d="M20 140v6M60 140v6M100 140v6M140 140v6M180 140v6M220 140v6M260 140v6M300 140v6"
        className={drawing.axis}
      />
      <path d={`M${now.x} 140V10`} className={drawing.rule} />
      <path d={curveIn(frame, level, { to: 0.66, noise: 0.014, seed: 31 })} className={drawing.trace} />
      <circle cx={now.x} cy={now.y} r="11" className={drawing.wash2} />
      <circle cx={now.x} cy={now.y} r="4.5" className={drawing.solid} />
    </>
  );
}

/** The groups that only sampling needs, and the one that remains. */
function Herd() {
  return (
    <>
      {[0, 1, 2, 3, 4].flatMap((column) =>
        [0, 1, 2, 3].map((row) => (
          <circle
            key={`${column}-${row}`}
            cx={22 + column * 40}
            cy={26 + row * 36}
            r="13"
            className={column === 0 ? drawing.membrane : classNames(drawing.other, drawing.dashed)}
          />
        )),
      )}
      {[0, 1, 2, 3].map((row) => (
        <circle key={row} cx={25} cy={24 + row * 36} r="4" className={drawing.solid} />
      ))}
    </>
  );
}

const figures = { herd: Herd, course: Course, threshold: Threshold, stream: Stream };

/** A small drawing above a benefit. Decoration: the words below it say the same. */
export function BenefitFigure({ figure }: { readonly figure: keyof typeof figures }) {
  const Drawing = figures[figure];
  return (
    <svg viewBox="0 0 320 160" aria-hidden="true" className={drawing.drawing}>
      <Drawing />
    </svg>
  );
}
