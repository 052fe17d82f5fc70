import type { ReactNode } from 'react';
import classes from './lists.module.css';

const LISTS = '[role="grid"], table, ul[aria-label]';
const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled])';

/** Returns the first list after an element. */
function listAfter(element: Element): Element | undefined {
  const isAfter = (list: Element) =>
    (element.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !element.contains(list);
  return [...document.querySelectorAll(LISTS)].find(isAfter);
}

/** Returns the keyboard's entry into a list: a grid has one tab stop; of cards the first in view. */
function tabStopIn(list: Element): HTMLElement | null {
  const rows = [...list.querySelectorAll('li, tr')];
  const row = rows.find((each) => each.getBoundingClientRect().top >= 0) ?? rows.at(-1);
  return list.querySelector<HTMLElement>('[tabindex="0"]') ?? row?.querySelector<HTMLElement>(CONTROLS) ?? null;
}

/** Ref of an element before a list: when it unmounts with the focus in it, the focus goes to the list instead of a heading. */
export function focusListWhenGone(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const list = listAfter(part);
    // It is removed once React has committed.
    queueMicrotask(() => {
      if (!part.isConnected && list?.isConnected) tabStopIn(list)?.focus();
    });
  };
}

/**
 * Shows a late message over the lower edge of the page, above a selection bar, so that no list moves; in a low window it is part
 * of the page. A list after it gets the focus when it goes.
 */
export function AtLowerEdge({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={focusListWhenGone} className={classes.notice}>
      {children}
    </div>
  );
}
