import own from './CellWithSignal.module.css';
import { curveIn, levelOf } from './curve.ts';
import classes from './drawing.module.css';

const level = levelOf(
  [
    { at: 0.18, height: 0.4, length: 0.05 },
    { at: 0.42, height: 0.95, length: 0.07 },
    { at: 0.72, height: 0.5, length: 0.06 },
  ],
  0.06,
);

/** A cell whose nucleus is a signal: what the company makes, as one drawing. Decoration. */
export function CellWithSignal() {
  return (
    <svg viewBox="0 0 520 520" aria-hidden="true" className={classes.drawing}>
      <circle cx="260" cy="260" r="250" className={own.outer} />
      <circle cx="260" cy="260" r="216" className={own.plasma} />
      <circle cx="272" cy="270" r="132" className={own.nucleus} />
      <circle cx="118" cy="176" r="16" className={classes.wash2} />
      <circle cx="150" cy="372" r="10" className={classes.wash2} />
      <circle cx="404" cy="128" r="12" className={classes.wash2} />
      <circle cx="392" cy="408" r="18" className={classes.wash2} />
      <path
        d={curveIn({ x: 150, y: 186, width: 370, height: 140 }, level, { noise: 0.008, points: 150 })}
        className={own.signal}
      />
    </svg>
  );
}
