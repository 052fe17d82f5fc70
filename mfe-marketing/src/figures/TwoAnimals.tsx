import { classNames } from '@cytocomm/kit';
import { curveIn, pointIn } from './curve.ts';
import classes from './drawing.module.css';

const frame = { x: 8, y: 40, width: 624, height: 230 };
const bottom = frame.y + frame.height;
const FIRST_DAY = -3;
const LAST_DAY = 21;
const days = [FIRST_DAY, 0, 4, 9, 14, LAST_DAY];
const partOf = (day: number) => (day - FIRST_DAY) / (LAST_DAY - FIRST_DAY);
/** The days of the doses, as the words beside the figure have them. */
export const doseDays = [0, 9, 14];
const doses = doseDays.map(partOf);
const labelOf = (day: number) => (day === LAST_DAY ? `Day ${day}` : String(day).replace('-', '−'));

/** Returns a pathway's signal that each dose pushes down and that comes back afterwards. */
function suppressed(depth: number, recovery: number) {
  return (time: number) => {
    const pressed = doses.reduce((sum, dose) => {
      const since = (time - dose) / recovery;
      return since <= 0 ? sum : sum + depth * (1 - Math.exp(-since * 7)) * Math.exp(-since * since * 1.3);
    }, 0);
    return 0.82 - Math.min(pressed, 0.72);
  };
}

const responder = suppressed(0.66, 0.2);
const weak = suppressed(0.2, 0.12);

/** Two animals of the oncology example: one responds to the doses, one hardly does. */
export function TwoAnimals({
  description,
  words,
}: {
  readonly description: string;
  readonly words: { readonly responds: string; readonly barely: string; readonly dose: string };
}) {
  const first = pointIn(frame, 0.2, responder(0.2));
  return (
    <svg viewBox="0 0 640 320" role="img" aria-label={description} className={classes.drawing}>
      {doses.map((dose) => {
        const { x } = pointIn(frame, dose, 0);
        return (
          <g key={dose}>
            <path d={`M${x} ${bottom}V${frame.y - 8}`} className={classNames(classes.other, classes.dashed)} />
            <path d={`M${x - 6} ${frame.y - 20}h12l-6 10z`} className={classes.solid} />
          </g>
        );
      })}
      <text x={pointIn(frame, 0.125, 0).x + 14} y={frame.y - 10} className={classes.label}>
        {words.dose}
      </text>
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={classes.axis} />
      {days.map((day) => {
        const { x } = pointIn(frame, partOf(day), 0);
        const anchor = day === FIRST_DAY ? undefined : day === LAST_DAY ? classes.end : classes.middle;
        return (
          <text key={day} x={x} y={bottom + 30} className={classNames(classes.label, anchor)}>
            {labelOf(day)}
          </text>
        );
      })}
      <path d={curveIn(frame, weak, { noise: 0.012, seed: 23 })} className={classes.other} />
      <path d={curveIn(frame, responder, { noise: 0.012 })} className={classes.trace} />
      <text x={first.x + 6} y={first.y + 26} className={classNames(classes.label, classes.strong)}>
        {words.responds}
      </text>
      <text
        x={pointIn(frame, 0.485, 0).x}
        y={pointIn(frame, 0, 0.9).y}
        className={classNames(classes.label, classes.end)}
      >
        {words.barely}
      </text>
    </svg>
  );
}
