import { classNames } from '../class-names.ts';
import classes from './feedback.module.css';

/** Properties of {@link Spinner}. */
export interface SpinnerProps {
  /** What is being waited for, spoken and, unless `quiet`, shown: `Signing you in...`. */
  readonly label: string;
  readonly quiet?: boolean;
  readonly className?: string | undefined;
}

/** A cell that turns while something is under way. */
export function Spinner({ label, quiet = false, className }: SpinnerProps) {
  return (
    <div role="status" className={classNames(classes.spinner, className)}>
      <svg viewBox="0 0 48 48" className={classes.turning} aria-hidden="true">
        <circle cx="24" cy="24" r="21" className={classes.ring} />
        <path d="M24 3a21 21 0 0 1 21 21" className={classes.arc} />
        <circle cx="28" cy="20" r="7" className={classes.nucleus} />
      </svg>
      <span className={quiet ? 'visually-hidden' : classes.spinnerLabel}>{label}</span>
    </div>
  );
}
