import classes from './drawing.module.css';

/** A cell in a drawing: soft circles, one inside another. */
export function Cell({
  x,
  y,
  r,
  turn = 0,
}: {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Where the nucleus lies: 0, 1 or 2. */
  readonly turn?: number;
}) {
  const [dx, dy] = (
    [
      [0.18, -0.14],
      [-0.2, 0.1],
      [0.06, 0.22],
    ] as const
  )[turn % 3] ?? [0, 0];
  const nucleus = { x: Math.round((x + dx * r) * 10) / 10, y: Math.round((y + dy * r) * 10) / 10 };
  return (
    <>
      <circle cx={x} cy={y} r={r} className={classes.membrane} />
      <circle cx={nucleus.x} cy={nucleus.y} r={Math.round(r * 4.4) / 10} className={classes.wash2} />
      <circle cx={nucleus.x} cy={nucleus.y} r={Math.round(r * 1.6) / 10} className={classes.solid} />
    </>
  );
}
