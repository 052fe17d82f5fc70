import type { LinkContribution } from '@cytocomm/contract';
import { classNames, Icon, type IconName, Link } from '@cytocomm/kit';
import { type ReactNode, useId, useRef, useState } from 'react';
import { accountIcon } from '../frame/links.ts';
import classes from './Rail.module.css';

/** One role of the rail. */
interface RailEntry {
  readonly id: string;
  readonly label: string;
}

/** One page of the active role: its overview or a tool. */
export interface RailPlace {
  /** Its address, with what a preview adds. */
  readonly to: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

/** Properties of {@link Rail}. */
export interface RailProps {
  readonly entries: readonly RailEntry[];
  /** The role whose dashboard is shown. */
  readonly active: string | undefined;
  /** The pages of the active role, its overview first. */
  readonly places: readonly RailPlace[];
  readonly onSelect: (id: string) => void;
  /** Pages about the person's own account, above Logout. */
  readonly accountLinks?: readonly LinkContribution[];
  readonly onLogout: () => void;
  /** In the bar, which stays in view: the search. */
  readonly bar?: ReactNode;
  /** Draws what stands before the account's pages; what is chosen there folds the rail by `onChosen`. */
  readonly children?: (onChosen: () => void) => ReactNode;
}

const marks: Readonly<Record<string, IconName>> = {
  admin: 'shield',
  investor: 'chart',
  customer: 'flask',
  developer: 'code',
};

/**
 * The way through the dashboard: the person's roles, below the active one its pages, then the account. On a narrow screen a
 * bar that stays in view says where one is, and unfolds it.
 */
export function Rail({ entries, active, places, onSelect, accountLinks = [], onLogout, bar, children }: RailProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  // What had the focus is hidden with the rest.
  const onChosen = () => {
    if (open) toggle.current?.focus();
    close();
  };
  const current = places.find(({ isCurrent }) => isCurrent);
  return (
    <nav aria-label="Dashboard" className={classes.rail}>
      <div className={classes.bar}>
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          className={classes.toggle}
          onClick={() => setOpen((wasOpen) => !wasOpen)}
        >
          <Icon name={open ? 'close' : 'menu'} size="small" />
          {open ? 'Close' : 'Menu'}
        </button>
        <span className={classes.where}>
          {entries.find(({ id }) => id === active)?.label}
          {current ? <strong>{current.title}</strong> : null}
        </span>
        {bar}
      </div>
      <ul id={listId} className={classNames(classes.entries, !open && classes.folded)}>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === active ? 'true' : undefined}
              className={classes.entry}
              onClick={() => {
                close();
                onSelect(id);
              }}
            >
              <Icon name={marks[id] ?? 'cell'} size="small" />
              {label}
            </button>
            {id === active ? (
              <ul aria-label={label} className={classes.places}>
                {places.map(({ to, title, isCurrent }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      aria-current={isCurrent ? 'page' : undefined}
                      className={classes.place}
                      onClick={close}
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
        {children ? <li className={classes.settings}>{children(onChosen)}</li> : null}
        <li className={classes.leave}>
          {accountLinks.map(({ path, label }) => (
            <Link key={path} to={path} className={classes.entry}>
              <Icon name={accountIcon(path)} size="small" />
              {label}
            </Link>
          ))}
          <button type="button" className={classes.entry} onClick={onLogout}>
            <Icon name="logout" size="small" />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  );
}
