import { useEffect, useLayoutEffect, useState } from 'react';

/** How long a page may take to become as long as it was, in ms. */
const FOLLOW_MS = 5000;
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Where the pages of this tab were left. */
export interface ScrollPlaces {
  /** Scrolls the page of a history entry to where it was left, and again while it is still too short; returns what ends it. */
  readonly restore: (key: string) => () => void;
}

/** Scrolls to a place, and again while the page grows: until it is reached, the person goes their own way, or for five seconds. */
function scrollTo(top: number): () => void {
  const follow = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 1) end();
  };
  const growth = 'ResizeObserver' in window ? new ResizeObserver(follow) : undefined;
  const timer = setTimeout(end, FOLLOW_MS);
  function end() {
    growth?.disconnect();
    clearTimeout(timer);
    for (const way of OWN_WAYS) window.removeEventListener(way, end);
  }
  for (const way of OWN_WAYS) window.addEventListener(way, end, { passive: true });
  growth?.observe(document.body);
  follow();
  return end;
}

/**
 * Remembers where each page was left, by its entry in the history. The browser itself restores a place at once, before a page
 * that loads its content is long enough.
 */
export function useScrollPlaces(key: string): ScrollPlaces {
  const [{ places, tops, watch }] = useState(() => {
    const tops = new Map<string, number>();
    // Between Back and the page it leads to the browser scrolls the page that is being left.
    const watch = { key, isLeaving: false };
    const restore = (wanted: string) => scrollTo(tops.get(wanted) ?? 0);
    return { places: { restore }, tops, watch };
  });
  useLayoutEffect(() => {
    watch.key = key;
    watch.isLeaving = false;
  }, [watch, key]);
  useEffect(() => {
    const remember = () => {
      if (!watch.isLeaving) tops.set(watch.key, window.scrollY);
    };
    const leave = () => {
      watch.isLeaving = true;
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('popstate', leave);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', leave);
    };
  }, [tops, watch]);
  return places;
}
