import { classNames } from '@cytocomm/kit';
import type { preclinical } from '../content/preclinical.ts';
import drawing from './drawing.module.css';
import { Cell, curveIn, levelOf, pointIn } from './drawing.tsx';

const frame = { x: 8, y: 40, width: 624, height: 230 };
const bottom = frame.y + frame.height;
const FIRST_DAY = -3;
const LAST_DAY = 21;
const axisDays = [FIRST_DAY, 0, 4, 9, 14, LAST_DAY];
const partOf = (day: number) => (day - FIRST_DAY) / (LAST_DAY - FIRST_DAY);
/** The days of the doses, as the words beside the figure have them. */
export const twoAnimalsDoses = [0, 9, 14];
const doses = twoAnimalsDoses.map(partOf);
const labelOf = (day: number) => (day === LAST_DAY ? `Day ${day}` : String(day).replace('-', '−'));

/** Returns a pathway's signal that each dose pushes down and that comes back afterwards. */
function suppress(depth: number, recovery: number) {
  return (time: number) => {
    const pressed = doses.reduce((sum, dose) => {
      const since = (time - dose) / recovery;
      return since <= 0 ? sum : sum + depth * (1 - Math.exp(-since * 7)) * Math.exp(-since * since * 1.3);
    }, 0);
    return 0.82 - Math.min(pressed, 0.72);
  };
}

const responder = suppress(0.66, 0.2);
const weak = suppress(0.2, 0.12);

/** Two animals of the oncology example: one responds to the doses, one hardly does. */
export function TwoAnimals({ description, words }: typeof preclinical.oncology.figure) {
  const first = pointIn(frame, 0.2, responder(0.2));
  return (
    <svg viewBox="0 0 640 320" role="img" aria-label={description} className={drawing.drawing}>
      {doses.map((dose) => {
        const { x } = pointIn(frame, dose, 0);
        return (
          <g key={dose}>
            <path d={`M${x} ${bottom}V${frame.y - 8}`} className={classNames(drawing.other, drawing.dashed)} />
            <path d={`M${x - 6} ${frame.y - 20}h12l-6 10z`} className={drawing.solid} />
          </g>
        );
      })}
      <text x={pointIn(frame, 0.125, 0).x + 14} y={frame.y - 10} className={drawing.label}>
        {words.dose}
      </text>
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={drawing.axis} />
      {axisDays.map((day) => {
        const { x } = pointIn(frame, partOf(day), 0);
        const anchor = day === FIRST_DAY ? undefined : day === LAST_DAY ? drawing.end : drawing.middle;
        return (
          <text key={day} x={x} y={bottom + 30} className={classNames(drawing.label, anchor)}>
            {labelOf(day)}
          </text>
        );
      })}
      <path d={curveIn(frame, weak, { noise: 0.012, seed: 23 })} className={drawing.other} />
      <path d={curveIn(frame, responder, { noise: 0.012 })} className={drawing.trace} />
      <text x={first.x + 6} y={first.y + 26} className={classNames(drawing.label, drawing.strong)}>
        {words.responds}
      </text>
      <text
        x={pointIn(frame, 0.485, 0).x}
        y={pointIn(frame, 0, 0.9).y}
        className={classNames(drawing.label, drawing.end)}
      >
        {words.barely}
      </text>
    </svg>
  );
}

const axisLeft = 120;
const axisWidth = 408;
const timelineDays = [0, 7, 14, 21, 28];
const dayX = (day: number) => Math.round(axisLeft + (day / 28) * axisWidth);

function Axis({ y }: { readonly y: number }) {
  return (
    <>
      <path d={`M${axisLeft} ${y}h${axisWidth}`} className={drawing.axis} />
      {timelineDays.map((day) => (
        <g key={day}>
          <path d={`M${dayX(day)} ${y}v6`} className={drawing.axis} />
          <text x={dayX(day)} y={y + 26} className={classNames(drawing.label, drawing.middle)}>
            {day}
          </text>
        </g>
      ))}
      <text x="8" y={y + 26} className={drawing.label}>
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
    <svg viewBox="0 0 540 340" role="img" aria-label={description} className={drawing.drawing}>
      {timelineDays.map((day, group) => {
        const y = 34 + group * 52;
        return (
          <g key={day}>
            <Animals y={y} />
            <path d={`M${axisLeft} ${y}H528`} className={classNames(drawing.rule, drawing.dashed)} />
            <path d={`M${axisLeft} ${y}H${dayX(day)}`} className={drawing.line} />
            <circle cx={dayX(day)} cy={y} r="7" className={drawing.dot} />
            <path d={`M${dayX(day) - 3.5} ${y - 3.5}l7 7m0-7l-7 7`} className={drawing.line} />
          </g>
        );
      })}
      <Axis y={290} />
    </svg>
  );
}

/** The days of the doses, as the words of the figure have them. */
export const timelineDoses = [7, 17] as const;

/** Returns the recording of an animal, by the day: how high it answers to either dose, and how long that takes. */
function answer(...[height, length, secondHeight, secondLength]: readonly [number, number, number, number]) {
  const [first, second] = timelineDoses;
  const level = levelOf(0.12, [first + 0.1, height, length], [second + 0.1, secondHeight, secondLength]);
  return (time: number) => level(time * 28);
}

const courses = [
  answer(0.62, 2.2, 0.4, 2),
  answer(0.8, 2.8, 0.62, 2.2),
  answer(0.5, 1.7, 0.3, 1.7),
  answer(0.72, 3.3, 0.7, 2.8),
];

/** A study with the biosensor: one group stays, and each of its animals is recorded all the time. */
export function RecordedTimeline({ description }: { readonly description: string }) {
  return (
    <svg viewBox="0 0 540 340" role="img" aria-label={description} className={drawing.drawing}>
      {timelineDays.map((day) => (
        <path key={day} d={`M${dayX(day)} 14V290`} className={drawing.rule} />
      ))}
      {timelineDoses.map((day) => (
        <g key={day}>
          <path d={`M${dayX(day)} 290V14`} className={classNames(drawing.other, drawing.dashed)} />
          <path d={`M${dayX(day) - 6} 2h12l-6 10z`} className={drawing.solid} />
        </g>
      ))}
      {courses.map((level, animal) => {
        const frame = { x: axisLeft, y: 12 + animal * 64, width: axisWidth, height: 60 };
        const end = pointIn(frame, 1, level(1));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of four animals
          <g key={animal}>
            <Cell x={56} y={54 + animal * 64} r={14} turn={animal} />
            <path
              d={curveIn(frame, level, { noise: 0.025, seed: 11 + animal * 5, points: 90 })}
              className={drawing.trace}
            />
            <circle cx={end.x} cy={end.y} r="4" className={drawing.solid} />
          </g>
        );
      })}
      <Axis y={290} />
    </svg>
  );
}
