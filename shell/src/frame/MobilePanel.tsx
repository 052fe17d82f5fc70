import type { LinkContribution } from '@cytocomm/contract';
import { classNames, Icon, NavLink, useModalLayer } from '@cytocomm/kit';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { foldingGroups, linksOf } from './links.ts';
import classes from './MobilePanel.module.css';

/** Properties of {@link MobilePanel}. */
export interface MobilePanelProps {
  readonly open: boolean;
  /** The label of the button that opens it. */
  readonly label: string;
  readonly onClose: () => void;
  readonly links: readonly LinkContribution[];
}

/** The navigation bar shows all its entries and hides this menu; the same width as in the style sheet. */
const WIDE = '(min-width: 768px)';

/** Calls back when the screen becomes wide (a phone is turned): a hidden open layer would block the page. */
function useWidening(open: boolean, onWide: () => void) {
  const widened = useEffectEvent(onWide);
  useEffect(() => {
    if (!open) return;
    const wide = window.matchMedia(WIDE);
    const look = () => wide.matches && widened();
    wide.addEventListener('change', look);
    return () => wide.removeEventListener('change', look);
  }, [open]);
}

/** The narrow screen's menu: slides in from the right over half the width. Inert while closed. */
export function MobilePanel({ open, label, onClose, links }: MobilePanelProps) {
  const layer = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useModalLayer({ layer, open, onEscape: onClose, initialFocus: closeButton });
  useWidening(open, onClose);

  return (
    <>
      {/* The scrim is for the pointer; the keyboard has Escape and the close button. */}
      <div
        aria-hidden="true"
        data-over-layers=""
        className={classNames(classes.scrim, open && classes.scrimOpen)}
        onPointerUp={onClose}
      />
      <div
        ref={layer}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        inert={!open}
        className={classNames(classes.panel, open && classes.panelOpen)}
      >
        <button ref={closeButton} type="button" className={classes.close} aria-label="Close menu" onClick={onClose}>
          <Icon name="close" />
        </button>
        <nav aria-label={label}>
          <ul className={classes.list}>
            {linksOf(links, 'top').map((link) => (
              <PanelLink key={link.path} link={link} onChoose={onClose} />
            ))}
            {foldingGroups.map(({ group, label }) => (
              <PanelGroup key={group} label={label} links={linksOf(links, group)} onChoose={onClose} />
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}

function PanelLink({ link, onChoose }: { link: LinkContribution; onChoose: () => void }) {
  return (
    <li>
      <NavLink to={link.path} end className={classNames(classes.link)} onClick={onChoose}>
        {link.label}
      </NavLink>
    </li>
  );
}

function PanelGroup({ label, links, onChoose }: { label: string; links: LinkContribution[]; onChoose: () => void }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        className={classes.link}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
      >
        {label}
        <Icon name="chevron-down" size="small" className={classNames(classes.chevron, open && classes.flipped)} />
      </button>
      <ul id={listId} hidden={!open} className={classes.nested}>
        {links.map((link) => (
          <PanelLink key={link.path} link={link} onChoose={onChoose} />
        ))}
      </ul>
    </li>
  );
}
