import type { LockedRelease } from '@cytocomm/contract';
import { useSyncExternalStore } from 'react';
import { type ComponentState, READY } from './component-store.ts';
import { useComposition } from './composition-context.ts';

/** Returns where the load of a component stands, and renders again when that changes. */
export function useComponentState(release: LockedRelease, component: string): ComponentState {
  const { components } = useComposition();
  // What the server has rendered is what is hydrated, also when the component has failed here meanwhile.
  return useSyncExternalStore(
    components.subscribe,
    () => components.stateOf(release, component),
    () => READY,
  );
}
