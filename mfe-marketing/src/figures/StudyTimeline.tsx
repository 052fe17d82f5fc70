import { classNames } from '@cytocomm/kit';
import { Cell } from './Cell.tsx';
import { curveIn, inPartsOf, levelOf, pointIn } from './curve.ts';
import classes from './drawing.module.css';

const left = 120;
const width = 408;
const days = [0, 7, 14, 21, 28];
const dayX = (day: number) => Math.round(left + (day / 28) * width);

function Axis({ y }: { readonly y: number }) {
  return (
    <>
      <path d={`M${left} ${y}h${width}`} className={classes.axis} />
      {days.map((day) => (
        <g key={day}>
          <path d={`M${dayX(day)} ${y}v6`} className={classes.axis} />
          <text x={dayX(day)} y={y + 26} className={classNames(classes.label, classes.middle)}>
            {day}
          </text>
        </g>
      ))}
      <text x="8" y={y + 26} className={classes.label}>
        Day
      </text>
    </>
  );
}

function Animals({ y }: { readonly y: number }) {
  return (
    <>
      {[0, 1, 2, 3].map((animal) => (
        <Cell key={animal} x={18 + animal * 25} y={y} r={9.5} turn={animal} />
      ))}
    </>
  );
}

/** A traditional study: each time point costs a group, which leaves the study with its sample. */
export function TraditionalTimeline({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 540 340" role="img" aria-label={description} className={classes.drawing}>
      {days.map((day, group) => {
        const y = 34 + group * 52;
        return (
          <g key={day}>
            <Animals y={y} />
            <path d={`M${left} ${y}H528`} className={classNames(classes.rule, classes.dashed)} />
            <path d={`M${left} ${y}H${dayX(day)}`} className={classes.line} />
            <circle cx={dayX(day)} cy={y} r="7" className={classes.dot} />
            <path d={`M${dayX(day) - 3.5} ${y - 3.5}l7 7m0-7l-7 7`} className={classes.line} />
          </g>
        );
      })}
      <Axis y={290} />
    </svg>
  );
}

/** The days of the doses, as the words of the figure have them. */
export const doseDays = [7, 17] as const;

/** How high each animal answers to either dose, and how long it takes, in days. */
const courses = [
  [
    [0.62, 2.2],
    [0.4, 2],
  ],
  [
    [0.8, 2.8],
    [0.62, 2.2],
  ],
  [
    [0.5, 1.7],
    [0.3, 1.7],
  ],
  [
    [0.72, 3.3],
    [0.7, 2.8],
  ],
] as const;

/** A study with the biosensor: one group stays, and each of its animals is recorded all the time. */
export function RecordedTimeline({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 540 340" role="img" aria-label={description} className={classes.drawing}>
      {days.map((day) => (
        <path key={day} d={`M${dayX(day)} 14V290`} className={classes.rule} />
      ))}
      {doseDays.map((day) => (
        <g key={day}>
          <path d={`M${dayX(day)} 290V14`} className={classNames(classes.other, classes.dashed)} />
          <path d={`M${dayX(day) - 6} 2h12l-6 10z`} className={classes.solid} />
        </g>
      ))}
      {courses.map((answers, animal) => {
        const pulses = doseDays.map((day, dose) => {
          const [height, length] = answers[dose] ?? answers[0];
          return inPartsOf(28, { at: day + 0.1, height, length });
        });
        const frame = { x: left, y: 12 + animal * 64, width, height: 60 };
        const level = levelOf(pulses, 0.12);
        const end = pointIn(frame, 1, level(1));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of four animals
          <g key={animal}>
            <Cell x={56} y={54 + animal * 64} r={14} turn={animal} />
            <path
              d={curveIn(frame, level, { noise: 0.025, seed: 11 + animal * 5, points: 90 })}
              className={classes.trace}
            />
            <circle cx={end.x} cy={end.y} r="4" className={classes.solid} />
          </g>
        );
      })}
      <Axis y={290} />
    </svg>
  );
}
