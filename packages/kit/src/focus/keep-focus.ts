import { focusNear, focusRow } from './focus-near.ts';

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
