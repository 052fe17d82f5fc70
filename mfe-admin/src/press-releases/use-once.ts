import { useRef, useState } from 'react';

/** Returns a function that runs a work unless one is under way, which then resolves to undefined; and whether one is. */
export function useOnce() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const once = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return [once, busy] as const;
}
