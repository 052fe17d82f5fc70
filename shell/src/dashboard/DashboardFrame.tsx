import { classNames } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import classes from './DashboardFrame.module.css';

/** Properties of {@link DashboardFrame}. */
export interface DashboardFrameProps {
  /** The way through the dashboard; null without one, `awaited` while nobody knows: its room is kept then. */
  readonly rail: ReactNode;
  /** Above everything else, and in view for as long as it is given. */
  readonly mark?: ReactNode;
  /** The first line. */
  readonly opening: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the dashboard: the rail, and a place for what is shown. */
export function DashboardFrame({ rail, mark, opening, children }: DashboardFrameProps) {
  return (
    <div data-page="wide" className={classNames(classes.frame, rail !== null && classes.withRail)}>
      {rail === 'awaited' ? <div className={classes.railRoom} /> : rail}
      <div className={classes.content}>
        {mark}
        {opening}
        {children}
      </div>
    </div>
  );
}
