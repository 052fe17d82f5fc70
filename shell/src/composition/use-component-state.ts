import type { LockedRelease } from '@cytocomm/contract';
import { useSyncExternalStore } from 'react';
import type { ComponentState } from './component-store.ts';
import { useComposition } from './composition-context.ts';

/** Returns where the load of a component stands, and renders again when that changes. */
export function useComponentState(release: LockedRelease, component: string): ComponentState {
  const { components } = useComposition();
  const state = () => components.stateOf(release, component);
  return useSyncExternalStore(components.subscribe, state, state);
}
