import type { LinkContribution } from '@cytocomm/contract';
import { classNames, Icon, NavLink, SignalTrace, useLocation } from '@cytocomm/kit';
import { useId } from 'react';
import classes from './NavigationBar.module.css';
import { useDropdown } from './use-dropdown.ts';

/** A folding group of the wide bar: toggles on click, closes on a press outside, Escape, leaving and choosing. */
export function DropdownMenu({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly LinkContribution[];
}) {
  const { open, setOpen, button, around } = useDropdown();
  const listId = useId();
  const { pathname } = useLocation();
  const holdsCurrent = links.some((link) => link.path === pathname);

  return (
    <div {...around} className={classes.dropdown}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        className={classNames(classes.entry, holdsCurrent && classes.current)}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon name="chevron-down" size="small" className={classNames(classes.chevron, open && classes.flipped)} />
        {holdsCurrent ? <SignalTrace shape="short" className={classes.here} /> : null}
      </button>
      <ul id={listId} hidden={!open} className={classes.dropdownList}>
        {links.map((link) => (
          <li key={link.path}>
            <NavLink to={link.path} end className={classNames(classes.dropdownLink)} onClick={() => setOpen(false)}>
              {link.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
