import classes from './drawing.module.css';

/** A numbered mark in a drawing; the legend says what it means. */
export function Mark({ x, y, number }: { readonly x: number; readonly y: number; readonly number: number }) {
  return (
    <g className={classes.mark}>
      <circle cx={x} cy={y} r="12" className={classes.markRing} />
      <text x={x} y={y + 4.6} className={classes.markNumber}>
        {number}
      </text>
    </g>
  );
}
