import type { ReactNode } from 'react';
import { CellMotif } from '../motifs/CellMotif.tsx';
import classes from './feedback.module.css';

/** Properties of {@link EmptyState}. */
export interface EmptyStateProps {
  /** What is not there: `No users found.` */
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  /** A button or link that does it. */
  readonly action?: ReactNode;
}

/** A list without entries, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <CellMotif className={classes.stateMark} />
      <p className={classes.stateTitle}>{title}</p>
      {children ? <div className={classes.stateText}>{children}</div> : null}
      {action ? <div className={classes.stateActions}>{action}</div> : null}
    </div>
  );
}
