import { classNames } from '../class-names.ts';
import classes from './motifs.module.css';

/** Properties of {@link Logo}. */
export interface LogoProps {
  /** Only the mark, for narrow places. */
  readonly markOnly?: boolean;
  readonly className?: string | undefined;
}

/** The logo: a cell whose nucleus is a short signal, and the name. */
export function Logo({ markOnly = false, className }: LogoProps) {
  return (
    <span className={classNames(classes.logo, className)}>
      <svg viewBox="0 0 36 36" aria-hidden="true" className={classes.logoMark}>
        <circle cx="18" cy="18" r="16.5" className={classes.logoMembrane} />
        <circle cx="18" cy="18" r="11.5" className={classes.logoPlasma} />
        <path d="M8.5 22.5h2.2c3 0 2.8-11 5.6-11 3 0 3.2 11 8.4 11h2.8" className={classes.logoSignal} />
      </svg>
      <span className={markOnly ? 'visually-hidden' : classes.logoName}>Cytocomm</span>
    </span>
  );
}
