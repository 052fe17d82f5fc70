// These functions run in the page, before anything of it: they must stand alone, without imports or closures.

declare global {
  /** The newest largest contentful paint, in ms since the navigation, and the sum of all layout shifts. */
  var benchPaint: { lcpMs: number; layoutShift: number } | undefined;
  /** Resolves to the time, in ms since the navigation, at which a click was answered; to null when none was in time. */
  var benchAnswered: Promise<number | null> | undefined;
}

/** Keeps the newest largest contentful paint and adds up the layout shifts. */
export function recordPaint(): void {
  const record = { lcpMs: 0, layoutShift: 0 };
  globalThis.benchPaint = record;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && typeof entry.value === 'number') record.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Clicks the link or button with this label every few milliseconds until the page answers by going to another address
 * itself. A click that nothing answers would load a document, as links do; that is held back, for it is no answer.
 */
export function clickUntilAnswered({ label, deadlineMs }: { label: string; deadlineMs: number }): void {
  const everyMs = 8;
  let defaultHeldBack = false;
  const holdBack = (event: Event) => {
    defaultHeldBack = !event.defaultPrevented;
    event.preventDefault();
  };
  globalThis.benchAnswered = new Promise((resolve) => {
    const timer = setInterval(() => {
      const isOver = performance.now() > deadlineMs;
      if (isOver) resolve(null);
      if (isOver) return clearInterval(timer);
      const candidates = [...document.querySelectorAll('main a, main button')];
      const target = candidates.find((element) => element.textContent?.trim() === label);
      if (!target) return;
      const before = location.href;
      window.addEventListener('click', holdBack);
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, view: window });
      // React ends a click on what it cannot hydrate yet, before the click can be held back.
      Object.defineProperty(click, 'stopPropagation', { value: () => undefined });
      target.dispatchEvent(click);
      window.removeEventListener('click', holdBack);
      if (location.href === before || (target.localName === 'a' && defaultHeldBack)) return;
      clearInterval(timer);
      resolve(performance.now());
    }, everyMs);
  });
}
