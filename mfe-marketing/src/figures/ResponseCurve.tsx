import { classNames } from '@cytocomm/kit';
import type { ResponseShape } from '../content/cell-lines.ts';
import { curveIn, levelOf, pointIn } from './curve.ts';
import classes from './drawing.module.css';

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
  flare: { level: levelOf([{ at: 0.25, height: 0.74, length: 0.14 }], 0.1), events: [0.25] },
  threshold: {
    level: (time) =>
      0.1 +
      0.1 * Math.min(Math.floor(time * 4), 3) * (time < 0.5 ? 0.25 : 1) +
      (time > 0.75 ? 0.34 * (1 - Math.exp(-(time - 0.75) * 22)) : 0),
    events: [0.25, 0.5, 0.75],
  },
};

/** The typical course of one kind of response, in outline. Decoration: the words beside it say the same. */
export function ResponseCurve({ shape }: { readonly shape: ResponseShape }) {
  const { level, events } = shapes[shape];
  const end = pointIn(frame, 1, level(1));
  return (
    <svg viewBox="0 0 328 128" aria-hidden="true" className={classes.drawing}>
      <path d="M0 120h320" className={classes.axis} />
      {events.map((event) => (
        <path key={event} d={`M${event * 320} 120V8`} className={classNames(classes.other, classes.dashed)} />
      ))}
      <path d={curveIn(frame, level, { noise: 0.012, points: 90 })} className={classes.trace} />
      <circle cx={end.x} cy={end.y} r="4" className={classes.solid} />
    </svg>
  );
}
