import type { LockedRelease } from '@cytocomm/contract';
import type { ComponentType } from 'react';
import { RemoteFailed, type RemoteLoader } from './remotes.ts';

/** Where the load of a component stands. `attempt` counts loads and retries, from 0. */
export type ComponentState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly attempt: number }
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
  /** Notes that a component threw while it rendered. */
  fail(release: LockedRelease, component: string, error: unknown): void;
  /** Resolves when a component is ready, however many attempts that takes; the same promise each time. */
  whenReady(release: LockedRelease, component: string): Promise<void>;
  /** Begins to show a component, which loads it when it is idle; returns what ends it. A failure that nobody shows is forgotten. */
  show(release: LockedRelease, component: string): () => void;
  subscribe(listener: () => void): () => void;
}

interface Entry {
  state: ComponentState;
  /** The attempt that is under way. */
  loading: Promise<void>;
  attempts: number;
  shownTimes: number;
  readonly ready: PromiseWithResolvers<void>;
}

const IDLE: ComponentState = { status: 'idle' };
const LOADING: ComponentState = { status: 'loading' };
/** The state of a component that had loaded before it was asked for; on the server all have. */
export const READY: ComponentState = { status: 'ready', attempt: 0 };

/** Creates the store of a page. `onFailure` is told of each failure once. */
export function createComponentStore(loader: RemoteLoader, onFailure: (failure: RemoteFailed) => void): ComponentStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const keyOf = (release: LockedRelease, component: string) => `${release.name}/${component}`;

  function entryOf(release: LockedRelease, component: string): Entry {
    const key = keyOf(release, component);
    const known = entries.get(key);
    if (known) return known;
    const ready = Promise.withResolvers<void>();
    const isLoaded = loader.loaded(release, component) !== undefined;
    if (isLoaded) ready.resolve();
    const entry = { state: isLoaded ? READY : IDLE, loading: Promise.resolve(), attempts: 0, shownTimes: 0, ready };
    entries.set(key, entry);
    return entry;
  }

  function set(entry: Entry, state: ComponentState): void {
    entry.state = state;
    for (const listener of listeners) listener();
  }

  function setFailed(entry: Entry, failure: RemoteFailed): void {
    onFailure(failure);
    set(entry, { status: 'failed', failure });
  }

  function follow(entry: Entry, release: LockedRelease, component: string, work: Promise<unknown>): Promise<void> {
    set(entry, LOADING);
    const attempt = entry.attempts++;
    entry.loading = work.then(
      () => {
        entry.ready.resolve();
        set(entry, { status: 'ready', attempt });
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
      const { status } = entry.state;
      if (status === 'loading' || status === 'ready') return entry.loading;
      return follow(entry, release, component, loader.load(release, component));
    },
    retry(release, component) {
      const entry = entryOf(release, component);
      if (entry.state.status === 'loading') return entry.loading;
      return follow(entry, release, component, loader.reload(release, component));
    },
    fail: (release, component, error) =>
      setFailed(entryOf(release, component), new RemoteFailed(release, component, 'render', error)),
    whenReady: (release, component) => entryOf(release, component).ready.promise,
    show(release, component) {
      const entry = entryOf(release, component);
      entry.shownTimes += 1;
      if (entry.state.status === 'idle') void store.load(release, component);
      return () => {
        entry.shownTimes -= 1;
        // Later than React's strict mode, which shows a thing twice in a row.
        queueMicrotask(() => {
          if (entry.shownTimes === 0 && entry.state.status === 'failed') set(entry, IDLE);
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
