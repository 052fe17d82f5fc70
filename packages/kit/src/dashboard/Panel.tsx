import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Heading } from '../typography/Heading.tsx';
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
