import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './StatTile.module.css';

/** Properties of {@link StatTile}. */
export interface StatTileProps {
  /** What the number is. A `Link` in it makes the whole tile lead to where there is more. */
  readonly label: ReactNode;
  /** The number, formatted: `1.4 GB`. */
  readonly value: ReactNode;
  /** What it compares with or means. */
  readonly hint?: ReactNode;
  /** It changes by itself while one looks. */
  readonly live?: boolean;
  /** A small plot to the right. */
  readonly plot?: ReactNode;
}

/** One number of a dashboard. Several stand in a {@link StatRow}. */
export function StatTile({ label, value, hint, live = false, plot }: StatTileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classNames(classes.value, live && classes.live)}>{value}</dd>
      {hint ? <dd className={classes.hint}>{hint}</dd> : null}
      {plot ? <dd className={classes.plot}>{plot}</dd> : null}
    </div>
  );
}

/** A row of tiles that wraps. */
export function StatRow({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.row}>{children}</dl>;
}
