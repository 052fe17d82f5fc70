import { useEffect, useEffectEvent, useRef } from 'react';
import { useNoteVisit } from './notification-api.ts';

/** How often a page that stays open notes that its reader is back, in ms; far below what ends a visit. */
const INTERVAL_MS = 5 * 60_000;

/** Notes that the person is here: with the page, and when its tab is looked at again. A note that is lost does no harm. */
export function useVisit(): void {
  const [note] = useNoteVisit();
  const notedAt = useRef(Number.NEGATIVE_INFINITY);
  const noteNow = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || performance.now() - notedAt.current < INTERVAL_MS) return;
    notedAt.current = performance.now();
    void note();
  });
  useEffect(() => {
    const listener = () => noteNow();
    listener();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
}
