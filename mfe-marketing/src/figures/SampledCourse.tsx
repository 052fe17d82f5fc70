import { classNames } from '@cytocomm/kit';
import drawing from './drawing.module.css';
import { curveIn, levelOf, type Pulse, pointIn } from './drawing.tsx';

/** Properties of {@link SampledCourse}. */
export interface SampledCourseProps {
  readonly description: string;
  /** In the unit of the axis, as all that follows. */
  readonly pulses: readonly Pulse[];
  /** When samples are taken. */
  readonly samples: readonly number[];
  /** The time axis: its unit, and the labels from its beginning, which is 0, to its end. */
  readonly axis: { readonly unit: string; readonly ticks: readonly number[] };
  readonly words: { readonly signal: string; readonly samples: string };
}

/** Enough for a response of a day in four weeks. */
const POINTS = 224;

const frame = { x: 8, y: 56, width: 624, height: 250 };

/** A signal that is recorded all the time, and what a few samples of the same signal suggest. */
export function SampledCourse({ description, pulses, samples, axis, words }: SampledCourseProps) {
  const whole = Math.max(...axis.ticks);
  const course = levelOf(0.08, ...pulses);
  const level = (time: number) => course(time * whole);
  const points = samples.map((sample) => pointIn(frame, sample / whole, level(sample / whole)));
  const bottom = frame.y + frame.height;
  return (
    <svg viewBox="0 0 640 350" role="img" aria-label={description} className={drawing.drawing}>
      <g className={drawing.rule}>
        {[0.25, 0.5, 0.75].map((part) => (
          <path key={part} d={`M${frame.x} ${bottom - part * frame.height}h${frame.width}`} />
        ))}
      </g>
      <path d={`${curveIn(frame, level, { points: POINTS })}V${bottom}H${frame.x}Z`} className={drawing.wash} />
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={drawing.axis} />
      <path d={curveIn(frame, level, { noise: 0.006, points: POINTS })} className={drawing.trace} />
      <path
        d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`}
        className={classNames(drawing.other, drawing.dashed)}
      />
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="6" className={drawing.dot} />
      ))}
      {axis.ticks.map((tick) => {
        const { x } = pointIn(frame, tick / whole, 0);
        const anchor = tick === 0 ? undefined : tick === whole ? drawing.end : drawing.middle;
        return (
          <text key={tick} x={x} y={bottom + 30} className={classNames(drawing.label, anchor)}>
            {tick === 0 ? `${axis.unit} ${tick}` : tick}
          </text>
        );
      })}
      <path d="M8 18h28" className={drawing.trace} />
      <text x="46" y="23" className={classNames(drawing.label, drawing.strong)}>
        {words.signal}
      </text>
      <path d="M348 18h28" className={classNames(drawing.other, drawing.dashed)} />
      <circle cx="362" cy="18" r="5" className={drawing.dot} />
      <text x="386" y="23" className={drawing.label}>
        {words.samples}
      </text>
    </svg>
  );
}
