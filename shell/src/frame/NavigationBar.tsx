import type { LinkContribution } from '@cytocomm/contract';
import { classNames, Icon, Link, Logo, NavLink, SignalTrace, useLocation } from '@cytocomm/kit';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { foldingGroups, linksOf, type SocialLink } from './links.ts';
import { MobilePanel } from './MobilePanel.tsx';
import classes from './NavigationBar.module.css';

/** A list that a button of the bar folds out. */
export interface Dropdown {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  /** For the element around button and list. */
  readonly around: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/** Returns the state of a dropdown: it closes on a press outside, on Escape with the focus back on its button, and on leaving. */
export function useDropdown(): Dropdown {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
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
  return { open, setOpen, button, around: { ref, onKeyDown, onBlur } };
}

/** A folding group of the wide bar: toggles on click, closes on a press outside, Escape, leaving and choosing. */
function DropdownMenu({ label, links }: { readonly label: string; readonly links: readonly LinkContribution[] }) {
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

/** Properties of {@link NavigationBar}. */
export interface NavigationBarProps {
  readonly links: readonly LinkContribution[];
  readonly socialLinks: readonly SocialLink[];
  /** The way in, or who is signed in. */
  readonly person?: ReactNode;
  /** In the dashboard, which has a menu of its own: on a narrow screen the bar scrolls away, and its menu is named. */
  readonly isDashboard?: boolean;
}

/** The bar at the top of every page: dropdowns on a wide screen, a panel from the right on a narrow one. */
export function NavigationBar({ links, socialLinks, person, isDashboard = false }: NavigationBarProps) {
  const [panelOpen, setPanelOpen] = useState(false);

  return (
    <header className={classNames(classes.bar, isDashboard && classes.passing)} data-tone="paper" data-screen-only="">
      <div className={classes.inner}>
        <Link to="/" className={classes.home} aria-label="Cytocomm home">
          <Logo />
        </Link>

        <nav aria-label="Main" className={classes.wide}>
          <ul className={classes.entries}>
            {linksOf(links, 'top').map((link) => (
              <li key={link.path}>
                <NavLink to={link.path} end className={classNames(classes.entry)}>
                  {({ isActive }) => (
                    <>
                      {link.label}
                      {isActive ? <SignalTrace shape="short" className={classes.here} /> : null}
                    </>
                  )}
                </NavLink>
              </li>
            ))}
            {foldingGroups.map(({ group, label }) => (
              <li key={group}>
                <DropdownMenu label={label} links={linksOf(links, group)} />
              </li>
            ))}
          </ul>
          <ul className={classes.social}>
            {socialLinks.map((social) => (
              <li key={social.href}>
                <a
                  href={social.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  title={social.label}
                  className={classes.socialLink}
                >
                  <Icon name={social.icon} size="small" label={`${social.label} (opens in a new tab)`} />
                </a>
              </li>
            ))}
          </ul>
        </nav>

        {person}
        <button
          type="button"
          aria-label={isDashboard ? 'Site menu' : undefined}
          className={classes.menuButton}
          aria-expanded={panelOpen}
          aria-haspopup="dialog"
          onClick={() => setPanelOpen((open) => !open)}
        >
          <Icon name="menu" />
          <span className={classes.menuWord}>{isDashboard ? 'Site' : 'Menu'}</span>
        </button>
        {/* Without scripts the footer, which holds every link, is the menu. */}
        <a href="#site-links" className={classes.menuFallback}>
          <Icon name="menu" />
          <span className={classes.menuWord}>Menu</span>
        </a>
      </div>
      <MobilePanel
        label={isDashboard ? 'Site menu' : 'Menu'}
        open={panelOpen}
        onClose={() => setPanelOpen(false)}
        links={links}
      />
    </header>
  );
}
