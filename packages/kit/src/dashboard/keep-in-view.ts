/** How long what stands above a panel may take to arrive. */
const FOLLOW_MS = 10_000;
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls an element into view, and again while what stands above it still grows: until the person goes their own way, or
 * for ten seconds. Returns what ends it.
 */
export function keepInView(element: Element): () => void {
  const follow = () => element.scrollIntoView({ behavior: 'instant' });
  follow();
  const growth = new ResizeObserver(follow);
  growth.observe(document.body);
  const end = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const way of OWN_WAYS) window.removeEventListener(way, end);
  };
  const timer = setTimeout(end, FOLLOW_MS);
  for (const way of OWN_WAYS) window.addEventListener(way, end, { passive: true });
  return end;
}
