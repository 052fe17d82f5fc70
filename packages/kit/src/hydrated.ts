import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False while rendering on the server and during hydration, true afterwards: what differs between both waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
