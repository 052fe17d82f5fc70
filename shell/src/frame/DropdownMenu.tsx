import type { LinkContribution } from '@cytocomm/contract';
import { classNames, Icon, NavLink, SignalTrace, useLocation } from '@cytocomm/kit';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './NavigationBar.module.css';

/** A folding group of the wide bar: toggles on click, closes on a press outside, Escape, leaving and choosing. */
export function DropdownMenu({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly LinkContribution[];
}) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const { pathname } = useLocation();
  const holdsCurrent = links.some((link) => link.path === pathname);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its button and links let through
    <div ref={menu} className={classes.dropdown} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        className={classNames(classes.entry, holdsCurrent && classes.current)}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
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
