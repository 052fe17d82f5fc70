import { classNames } from '@cytocomm/kit';
import { curveIn, levelOf, type Pulse, pointIn } from './curve.ts';
import classes from './drawing.module.css';

/** Properties of {@link SampledCourse}. */
export interface SampledCourseProps {
  readonly description: string;
  readonly pulses: readonly Pulse[];
  /** When samples are taken, from 0 to 1. */
  readonly samples: readonly number[];
  /** Labels along the time axis, evenly spread. */
  readonly ticks: readonly string[];
  readonly words: { readonly signal: string; readonly samples: string };
}

const frame = { x: 8, y: 56, width: 624, height: 250 };

/** A signal that is recorded all the time, and what a few samples of the same signal suggest. */
export function SampledCourse({ description, pulses, samples, ticks, words }: SampledCourseProps) {
  const level = levelOf(pulses);
  const points = samples.map((time) => pointIn(frame, time, level(time)));
  const bottom = frame.y + frame.height;
  return (
    <svg viewBox="0 0 640 350" role="img" aria-label={description} className={classes.drawing}>
      <g className={classes.rule}>
        {[0.25, 0.5, 0.75].map((part) => (
          <path key={part} d={`M${frame.x} ${bottom - part * frame.height}h${frame.width}`} />
        ))}
      </g>
      <path d={`${curveIn(frame, level)}V${bottom}H${frame.x}Z`} className={classes.wash} />
      <path d={`M${frame.x} ${bottom}h${frame.width}`} className={classes.axis} />
      <path d={curveIn(frame, level, { noise: 0.006 })} className={classes.trace} />
      <path
        d={`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`}
        className={classNames(classes.other, classes.dashed)}
      />
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="6" className={classes.dot} />
      ))}
      {ticks.map((tick, index) => {
        const x = frame.x + (index / (ticks.length - 1)) * frame.width;
        const anchor = index === 0 ? undefined : index === ticks.length - 1 ? classes.end : classes.middle;
        return (
          <text key={tick} x={x} y={bottom + 30} className={classNames(classes.label, anchor)}>
            {tick}
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
