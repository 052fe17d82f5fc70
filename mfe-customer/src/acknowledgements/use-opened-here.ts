import { useEffect, useRef } from 'react';

/** When it is asked again after a document was opened here, in ms: the portal notes it when it has sent the file. */
const ASKED_AFTER_MS = [1000, 3000, 8000, 20_000, 60_000];

/**
 * Asks again, while a document that is shown waits to be opened: some seconds after it was opened here, and whenever the page is
 * looked at again. Returns what is to be called when one is opened.
 */
export function useOpenedHere(isWaiting: boolean, ask: () => void): () => void {
  const latest = useRef({ isWaiting, ask });
  useEffect(() => {
    latest.current = { isWaiting, ask };
  });
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  useEffect(() => {
    const onLook = () => {
      if (document.visibilityState === 'visible' && latest.current.isWaiting) latest.current.ask();
    };
    document.addEventListener('visibilitychange', onLook);
    return () => {
      document.removeEventListener('visibilitychange', onLook);
      for (const timer of timers.current) clearTimeout(timer);
    };
  }, []);

  return () => {
    for (const timer of timers.current) clearTimeout(timer);
    timers.current = ASKED_AFTER_MS.map((ms) =>
      setTimeout(() => {
        if (latest.current.isWaiting) latest.current.ask();
      }, ms),
    );
  };
}
