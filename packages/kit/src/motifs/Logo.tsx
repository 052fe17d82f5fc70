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
        <path d="M9.5 19.5h4l2.8-8 4 13.5 2.7-8.5 1.2 3h2.3" className={classes.logoSignal} />
      </svg>
      <span className={markOnly ? 'visually-hidden' : classes.logoName}>Cytocomm</span>
    </span>
  );
}
