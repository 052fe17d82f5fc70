import type { LinkContribution } from '@cytocomm/contract';
import { classNames, Heading, Icon, type IconName, Link } from '@cytocomm/kit';
import { type ReactNode, useId, useState } from 'react';
import classes from './DashboardFrame.module.css';

/** One entry of the rail. */
interface RailEntry {
  readonly id: string;
  readonly label: string;
}

/** Properties of {@link DashboardFrame}. */
export interface DashboardFrameProps {
  /** The person's name; `User` when it is not known. */
  readonly name?: string | null | undefined;
  readonly entries: readonly RailEntry[];
  readonly active: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Pages about the person's own account, above Logout. */
  readonly accountLinks?: readonly LinkContribution[];
  /** Signs out; without it there is no entry to sign out. */
  readonly onLogout?: (() => void) | undefined;
  /** Beside the heading: the state of the live connection. */
  readonly status?: ReactNode;
  /** At the end of the rail. */
  readonly tools?: ReactNode;
  /** Above everything else, and in view for as long as it is given. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

const marks: Readonly<Record<string, IconName>> = {
  admin: 'shield',
  investor: 'chart',
  customer: 'flask',
  developer: 'code',
};

/** The frame of the dashboard: the heading, the rail of sections, and a place for the active one. */
export function DashboardFrame({
  name,
  entries,
  active,
  onSelect,
  accountLinks = [],
  onLogout,
  status,
  tools,
  mark,
  children,
}: DashboardFrameProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const railId = useId();
  const choose = (id: string) => {
    setMenuOpen(false);
    onSelect(id);
  };
  const hasRail = entries.length > 0 || onLogout !== undefined;

  return (
    <div data-page="wide" className={classNames(classes.frame, hasRail && classes.withRail)}>
      {hasRail ? (
        <nav aria-label="Dashboard" className={classes.rail}>
          <button
            type="button"
            aria-expanded={menuOpen}
            aria-controls={railId}
            className={classes.toggle}
            onClick={() => setMenuOpen((open) => !open)}
          >
            <Icon name={menuOpen ? 'close' : 'menu'} size="small" />
            {menuOpen ? 'Close' : 'Menu'}
          </button>
          <span className={classes.where}>{entries.find((entry) => entry.id === active)?.label}</span>
          <ul id={railId} className={classNames(classes.entries, !menuOpen && classes.folded)}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <button
                  type="button"
                  aria-current={entry.id === active ? 'page' : undefined}
                  className={classes.entry}
                  onClick={() => choose(entry.id)}
                >
                  <Icon name={marks[entry.id] ?? 'cell'} size="small" />
                  {entry.label}
                </button>
              </li>
            ))}
            {tools ? <li className={classes.tools}>{tools}</li> : null}
            {onLogout ? (
              <li className={classes.leave}>
                {accountLinks.map(({ path, label }) => (
                  <Link key={path} to={path} className={classes.entry}>
                    <Icon name="device" size="small" />
                    {label}
                  </Link>
                ))}
                <button type="button" className={classes.entry} onClick={onLogout}>
                  <Icon name="logout" size="small" />
                  Logout
                </button>
              </li>
            ) : null}
          </ul>
        </nav>
      ) : null}
      <div className={classes.content}>
        {mark}
        <div className={classes.opening}>
          <Heading level={1} size="headline">
            Welcome, {name?.trim() || 'User'}
          </Heading>
          {status}
        </div>
        {children}
      </div>
    </div>
  );
}
