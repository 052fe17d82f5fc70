/** Moves the focus to the first field of a form that is marked as wrong, once what is about to be shown of it is shown. */
export function focusFirstError(form: HTMLFormElement | null): void {
  queueMicrotask(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A field of a date is a group of parts.
    const part = wrong?.querySelector<HTMLElement>('[role="spinbutton"]');
    (part ?? wrong)?.focus();
  });
}

/** What the keyboard can reach. */
export const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, iframe, [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** Moves the focus to an element, if it takes it; tells whether it did. */
function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element.closest('[inert], [hidden]')) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** A heading or a row takes no focus by itself; as a place to go on from it does. */
function takeFocus(place: Element | null | undefined): boolean {
  if (!(place instanceof HTMLElement)) return false;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  return tryFocus(place);
}

function headingOf(region: Element): Element | null {
  const name = region.getAttribute('aria-labelledby');
  return (name && document.getElementById(name)) || region.querySelector('h1, h2, h3');
}

/** Moves the focus to what names the place around a node: the heading of its section, the dialog, or the page. */
export function focusNear(node: Node | null): void {
  const start = node instanceof Element ? node : (node?.parentElement ?? null);
  for (let region = start; region; region = region.parentElement) {
    if (region.matches('[role="dialog"], main')) {
      if (tryFocus(region)) return;
    } else if (region.matches('section, article, form[aria-labelledby]') && takeFocus(headingOf(region))) return;
  }
  tryFocus(document.querySelector('main'));
}

/** Moves the focus to the first control of the row that follows, or else precedes; tells whether there was one. */
function focusRow(...rows: readonly (Node | null)[]): boolean {
  return rows.some(
    (row) =>
      row instanceof Element && row.isConnected && row.matches('tr, li') && tryFocus(row.querySelector(FOCUSABLE)),
  );
}

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

/**
 * Watches that the focus is never lost: when the element that has it is taken out of the document, the focus goes to the
 * row after it, or to the heading of its section, instead of falling to the start of the page. Returns what ends that.
 */
export function keepFocus(page: Document): () => void {
  let last: Element | null = page.activeElement;
  const remember = (event: FocusEvent) => {
    last = event.target instanceof Element ? event.target : null;
  };
  // Who clicks beside all controls wants the focus nowhere. Of a control that leaves the document Chromium says the same, just
  // before it is gone; so it is looked at when that is done.
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (target === last && last?.isConnected && page.activeElement !== last) last = null;
    });
  };
  const observer = new MutationObserver((changes) => {
    const lost = last;
    if (!lost || lost.isConnected || page.activeElement !== page.body) return;
    const removal = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
    if (!removal) return;
    last = null;
    if (!focusRow(removal.nextSibling, removal.previousSibling)) focusNear(removal.target);
  });
  page.addEventListener('focusin', remember);
  page.addEventListener('focusout', forget);
  observer.observe(page.body, { childList: true, subtree: true });
  return () => {
    page.removeEventListener('focusin', remember);
    page.removeEventListener('focusout', forget);
    observer.disconnect();
  };
}
