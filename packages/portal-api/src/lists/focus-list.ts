const LISTS = '[role="grid"], table, ul[aria-label]';
const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled])';

/** Returns the first list that stands after an element. */
function listAfter(element: Element): Element | undefined {
  const isAfter = (list: Element) =>
    (element.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !element.contains(list);
  return [...document.querySelectorAll(LISTS)].find(isAfter);
}

/** Returns where the keyboard comes into a list: a grid has one stop; of cards it is the first that is in sight. */
function stopIn(list: Element): HTMLElement | null {
  const rows = [...list.querySelectorAll('li, tr')];
  const row = rows.find((each) => each.getBoundingClientRect().top >= 0) ?? rows.at(-1);
  return list.querySelector<HTMLElement>('[tabindex="0"]') ?? row?.querySelector<HTMLElement>(CONTROLS) ?? null;
}

/**
 * The ref of a part that stands before a list, and may leave the page with the focus in it: the focus goes to the list then,
 * where the person was, not to a heading that may be out of sight.
 */
export function focusListWhenGone(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return undefined;
  return () => {
    if (!part.contains(document.activeElement)) return;
    const list = listAfter(part);
    // It has left only when React is done.
    queueMicrotask(() => {
      if (!part.isConnected && list?.isConnected) stopIn(list)?.focus();
    });
  };
}
