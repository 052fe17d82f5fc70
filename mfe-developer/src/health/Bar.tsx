import { classNames } from '@cytocomm/kit';
import classes from './health.module.css';

/** Properties of {@link Bar}. */
export interface BarProps {
  /** How long it is, from 0 to 1; what is not nothing can be seen. */
  readonly share: number;
  readonly tone: 'good' | 'bad';
  /** A part of it that stands out, from 0 to 1. */
  readonly inner?: number;
}

const MIN_SHARE = 0.02;
const width = (share: number) => `${share > 0 ? 100 * Math.max(MIN_SHARE, share) : 0}%`;

/** A number beside others of its kind; the number stands as text next to it. */
export function Bar({ share, tone, inner }: BarProps) {
  return (
    <svg aria-hidden="true" focusable="false" className={classNames(classes.bar, tone === 'bad' && classes.bad)}>
      <rect width="100%" height="100%" className={classes.track} />
      <rect width={width(share)} height="100%" className={inner === undefined ? classes.full : classes.pale} />
      {inner === undefined ? null : <rect width={width(inner)} height="100%" className={classes.full} />}
    </svg>
  );
}
