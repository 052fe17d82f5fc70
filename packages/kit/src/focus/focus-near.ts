/** What the keyboard can reach. */
export const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, iframe, [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** Moves the focus to an element, if it takes it; tells whether it did. */
export function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || element.closest('[inert], [hidden]')) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** A heading or a row takes no focus by itself; as a place to go on from it does. */
export function takeFocus(place: Element | null | undefined): boolean {
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
export function focusRow(...rows: readonly (Node | null)[]): boolean {
  return rows.some(
    (row) =>
      row instanceof Element && row.isConnected && row.matches('tr, li') && tryFocus(row.querySelector(FOCUSABLE)),
  );
}
