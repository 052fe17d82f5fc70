import { classNames } from '@cytocomm/kit';
import { curveIn, inPartsOf, levelOf, type Pulse, pointIn } from './curve.ts';
import classes from './drawing.module.css';

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
  const level = levelOf(pulses.map((pulse) => inPartsOf(whole, pulse)));
  const points = samples.map((sample) => pointIn(frame, sample / whole, level(sample / whole)));
  const bottom = frame.y + frame.height;
  return (
    <svg viewBox="0 0 640 350" role="img" aria-label={description} className={classes.drawing}>
      <g className={classes.rule}>
        {[0.25, 0.5, 0.75].map((part) => (
          <path key={part} d={`M${frame.x} ${bottom - part * frame.height}h${frame.width}`} />
        ))}
      </g>
      <path d={`${curveIn(frame, level, { points: POINTS })}V${bottom}H${frame.x}Z`} className={classes.wash} />
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={classes.axis} />
      <path d={curveIn(frame, level, { noise: 0.006, points: POINTS })} className={classes.trace} />
      <path
        d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`}
        className={classNames(classes.other, classes.dashed)}
      />
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="6" className={classes.dot} />
      ))}
      {axis.ticks.map((tick) => {
        const { x } = pointIn(frame, tick / whole, 0);
        const anchor = tick === 0 ? undefined : tick === whole ? classes.end : classes.middle;
        return (
          <text key={tick} x={x} y={bottom + 30} className={classNames(classes.label, anchor)}>
            {tick === 0 ? `${axis.unit} ${tick}` : tick}
          </text>
        );
      })}
      <path d="M8 18h28" className={classes.trace} />
      <text x="46" y="23" className={classNames(classes.label, classes.strong)}>
        {words.signal}
      </text>
      <path d="M348 18h28" className={classNames(classes.other, classes.dashed)} />
      <circle cx="362" cy="18" r="5" className={classes.dot} />
      <text x="386" y="23" className={classes.label}>
        {words.samples}
      </text>
    </svg>
  );
}
