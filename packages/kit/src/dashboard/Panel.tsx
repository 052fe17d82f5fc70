import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Skeleton, SkeletonGroup } from '../feedback/feedback.tsx';
import { Heading } from '../typography/typography.tsx';
import classes from './Panel.module.css';

/** Opens the dashboard of a role: its name, and a line about it. */
export function DashboardTitle({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.opening}>
      <Heading level={2} size="title-large">
        {title}
      </Heading>
      {children ? <p className={classes.lead}>{children}</p> : null}
    </div>
  );
}

/** Properties of {@link Panel}. */
export interface PanelProps {
  readonly title: string;
  /** Its place in the page, for links that lead to it. */
  readonly id?: string | undefined;
  /** One line under the title. */
  readonly lead?: ReactNode;
  /** At the end of the title's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** One block of a dashboard: a heading that names it, and what it holds, under a thin line. */
export function Panel({ title, id, lead, actions, children, className }: PanelProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={classNames(classes.panel, className)}>
      <header className={classes.header}>
        <div>
          <Heading level={3} size="title-small" id={headingId}>
            {title}
          </Heading>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}

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

/** Properties of {@link TableSkeleton}. */
export interface TableSkeletonProps {
  /** What is loading: `Loading users`. */
  readonly label: string;
  readonly columns?: 2 | 3 | 4 | 5 | 6;
  readonly rows?: number;
}

/** The shape of a table that is still loading, in rows of the table's height. */
export function TableSkeleton({ label, columns = 4, rows = 5 }: TableSkeletonProps) {
  const places = Array.from({ length: rows * columns }, (_, place) => place);
  return (
    <SkeletonGroup label={label}>
      <div className={classes.rows} data-columns={columns}>
        {places.map((place) => (
          <div key={place} className={classes.cell}>
            <Skeleton className={place % columns === 0 ? classes.first : classes.other} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
