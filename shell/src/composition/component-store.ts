import type { LockedRelease } from '@cytocomm/contract';
import type { ComponentType } from 'react';
import { RemoteFailed, type RemoteLoader } from './remotes.ts';

/** Where the load of a component stands. */
export type ComponentState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly failure: RemoteFailed };

/** The loads of all components of a page: started, told and retried here, and only read elsewhere. */
export interface ComponentStore {
  /** The state of a component; the same object until it changes. */
  stateOf(release: LockedRelease, component: string): ComponentState;
  /** Returns a component that is ready, undefined before. */
  loaded<Props>(release: LockedRelease, component: string): ComponentType<Props> | undefined;
  /** Loads a component that is idle or failed. Resolves when it is ready or failed; never rejects. */
  load(release: LockedRelease, component: string): Promise<void>;
  /** Loads a component again, past the HTTP cache. */
  retry(release: LockedRelease, component: string): Promise<void>;
  /** Reports that a component threw in a slot. It stays loaded: other slots that show it are not touched. */
  reportThrown(release: LockedRelease, component: string, error: unknown): void;
  /** Resolves when a component is ready, however many attempts that takes; the same promise each time. */
  whenReady(release: LockedRelease, component: string): Promise<void>;
  /** Begins to show a component, which loads it when it is idle; returns what ends it. What was shown and is not any more forgets its failure. */
  show(release: LockedRelease, component: string): () => void;
  subscribe(listener: () => void): () => void;
}

interface Entry {
  state: ComponentState;
  /** The attempt that is under way. */
  loading: Promise<void>;
  shownTimes: number;
  /** Whether it was shown and is not any more. */
  isLeft: boolean;
  readonly ready: PromiseWithResolvers<void>;
}

const IDLE: ComponentState = { status: 'idle' };
const LOADING: ComponentState = { status: 'loading' };
/** The state of a component that had loaded before it was asked for; on the server all have. */
export const READY: ComponentState = { status: 'ready' };

/** Creates the store of a page. `onFailure` is called once for each failure, `onLoad` for each load with how long it took, in ms. */
export function createComponentStore(
  loader: RemoteLoader,
  onFailure: (failure: RemoteFailed) => void,
  onLoad?: (release: LockedRelease, component: string, ms: number) => void,
): ComponentStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const keyOf = (release: LockedRelease, component: string) => `${release.name}/${component}`;

  function entryOf(release: LockedRelease, component: string): Entry {
    const key = keyOf(release, component);
    const existing = entries.get(key);
    if (existing) return existing;
    const ready = Promise.withResolvers<void>();
    const isLoaded = loader.loaded(release, component) !== undefined;
    if (isLoaded) ready.resolve();
    const state = isLoaded ? READY : IDLE;
    const entry = { state, loading: Promise.resolve(), shownTimes: 0, isLeft: false, ready };
    entries.set(key, entry);
    return entry;
  }

  function set(entry: Entry, state: ComponentState): void {
    entry.state = state;
    for (const listener of listeners) listener();
  }

  function setFailed(entry: Entry, failure: RemoteFailed): void {
    onFailure(failure);
    set(entry, entry.isLeft ? IDLE : { status: 'failed', failure });
  }

  function follow(entry: Entry, release: LockedRelease, component: string, work: Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    set(entry, LOADING);
    entry.loading = work.then(
      () => {
        entry.ready.resolve();
        set(entry, READY);
        onLoad?.(release, component, performance.now() - startedAt);
      },
      (error: unknown) =>
        setFailed(
          entry,
          error instanceof RemoteFailed ? error : new RemoteFailed(release, component, 'component', error),
        ),
    );
    return entry.loading;
  }

  const store: ComponentStore = {
    stateOf: (release, component) =>
      entries.get(keyOf(release, component))?.state ?? (loader.loaded(release, component) ? READY : IDLE),
    loaded: (release, component) => loader.loaded(release, component),
    load(release, component) {
      const entry = entryOf(release, component);
      entry.isLeft = false;
      const { status } = entry.state;
      if (status === 'loading' || status === 'ready') return entry.loading;
      return follow(entry, release, component, loader.load(release, component));
    },
    retry(release, component) {
      const entry = entryOf(release, component);
      entry.isLeft = false;
      if (entry.state.status === 'loading') return entry.loading;
      return follow(entry, release, component, loader.reload(release, component));
    },
    reportThrown: (release, component, error) => onFailure(new RemoteFailed(release, component, 'render', error)),
    whenReady: (release, component) => entryOf(release, component).ready.promise,
    show(release, component) {
      const entry = entryOf(release, component);
      entry.shownTimes += 1;
      entry.isLeft = false;
      if (entry.state.status === 'idle') void store.load(release, component);
      return () => {
        entry.shownTimes -= 1;
        // Later than React's strict mode, which shows a thing twice in a row.
        queueMicrotask(() => {
          if (entry.shownTimes > 0) return;
          entry.isLeft = true;
          if (entry.state.status === 'failed') set(entry, IDLE);
        });
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}
