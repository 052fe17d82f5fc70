import { classNames } from '../class-names.ts';
import classes from './motifs.module.css';

/** Properties of {@link CellMotif}. */
export interface CellMotifProps {
  /** Where the nucleus lies, so that neighbours differ. */
  readonly variant?: 0 | 1 | 2;
  readonly className?: string | undefined;
}

const nuclei = [
  { cx: 58, cy: 44, r: 20, spot: [30, 62] },
  { cx: 42, cy: 56, r: 24, spot: [70, 36] },
  { cx: 52, cy: 60, r: 17, spot: [36, 34] },
] as const;

/** The cell motif: soft circles, one inside another, in the trace colour of its ground. Decoration; size it by class. */
export function CellMotif({ variant = 0, className }: CellMotifProps) {
  const { cx, cy, r, spot } = nuclei[variant];
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={classNames(classes.cell, className)}>
      <circle cx="50" cy="50" r="48.5" className={classes.membrane} />
      <circle cx="50" cy="50" r="41" className={classes.plasma} />
      <circle cx={cx} cy={cy} r={r} className={classes.nucleus} />
      <circle cx={cx + r * 0.2} cy={cy - r * 0.15} r={r * 0.36} className={classes.core} />
      <circle cx={spot[0]} cy={spot[1]} r="3.5" className={classes.core} />
    </svg>
  );
}
