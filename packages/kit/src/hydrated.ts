import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while rendering on the server and during hydration, true afterwards: what differs between both waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
