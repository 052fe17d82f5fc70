import { FOCUSABLE, focusNear, takeFocus, tryFocus } from './focus-near.ts';

const ROWS = 'tr, li, [role="row"]';
const LISTS = 'ul, ol, table, [role="grid"]';

/** Returns the last row of the list that stands before an element in its section; null where there is none. */
export function lastRowBefore(element: Element): Element | null {
  const place = element.closest('section, [role="dialog"], main') ?? document.body;
  const isBefore = (row: Element) =>
    (row.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !row.contains(element);
  return [...place.querySelectorAll(ROWS)].findLast(isBefore) ?? null;
}

/** Returns the outermost list that a row is in: one may hold others. */
function listOf(row: Element): Element {
  let list = row;
  for (let node = row.parentElement; node && !node.matches('section, [role="dialog"], main'); node = node.parentElement)
    if (node.matches(LISTS)) list = node;
  return list;
}

function focusNext(row: Element, list: Element): boolean {
  const next = [...list.querySelectorAll(ROWS)].find(
    (each) => (row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  // A grid has one stop for Tab, which is a cell, and no box to choose its row by.
  const first = next?.querySelector('[role="gridcell"]:not([data-field^="__"])') ?? next?.querySelector(FOCUSABLE);
  if (!tryFocus(first) && !takeFocus(next)) return false;
  document.activeElement?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  return true;
}

/** A grid draws its rows some time after it is given them. */
const DRAWN_WITHIN_MS = 1000;

/**
 * Moves the focus to the row that has come after this one in its list. Where none has, it goes to what names the place, and
 * from there to a row that is drawn within a second.
 */
export function focusRowAfter(row: Element): void {
  const list = listOf(row);
  if (focusNext(row, list)) return;
  focusNear(list);
  const place = document.activeElement;
  const observer = new MutationObserver(() => {
    if (document.activeElement === place && !focusNext(row, list)) return;
    observer.disconnect();
    clearTimeout(timer);
  });
  observer.observe(list, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), DRAWN_WITHIN_MS);
}
