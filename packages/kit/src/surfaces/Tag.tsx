import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './surfaces.module.css';

/** Properties of {@link Tag}. */
export interface TagProps {
  readonly tone?: 'neutral' | 'teal' | 'amber' | 'coral';
  /** A dot before the words that stands for something running now. */
  readonly live?: boolean;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A word or two about the state of a thing. */
export function Tag({ tone = 'neutral', live = false, children, className }: TagProps) {
  return (
    <span className={classNames(classes.tag, classes[tone], className)}>
      {live ? <span aria-hidden="true" className={classes.liveDot} /> : null}
      {children}
    </span>
  );
}
