import { DEADLINES } from '@cytocomm/composition';
import type { LockedRelease } from '@cytocomm/contract';
import type { ComponentType } from 'react';
import { isLate, RemoteFailed, type RemoteLoader } from './remotes.ts';

/** Where the load of a component stands. */
export type ComponentState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'slow' }
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly failure: RemoteFailed };

/** The loads of all components of a page: started, told and retried here, and only read elsewhere. */
export interface ComponentStore {
  /** The state of a component; the same object until it changes. */
  stateOf(release: LockedRelease, component: string): ComponentState;
  /** Returns a component that is ready, undefined before. */
  loaded<Props>(release: LockedRelease, component: string): ComponentType<Props> | undefined;
  /** Loads a component that is idle or failed. Resolves when it is ready, failed or slow; never rejects. */
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
  /** The newest attempt. One before it that is late may still succeed. */
  loading: Promise<void>;
  timers: readonly ReturnType<typeof setTimeout>[];
  shownTimes: number;
  /** Whether it was shown and is not any more. */
  isLeft: boolean;
  readonly ready: PromiseWithResolvers<void>;
}

const IDLE: ComponentState = { status: 'idle' };
const LOADING: ComponentState = { status: 'loading' };
const SLOW: ComponentState = { status: 'slow' };
/** The state of a component that had loaded before it was asked for; on the server all have. */
export const READY: ComponentState = { status: 'ready' };

/** What a store tells of its loads. */
export interface LoadListener {
  /** Called once for each failure. */
  failed(failure: RemoteFailed): void;
  /** Called for each load, with how long it took, in ms. */
  loaded(release: LockedRelease, component: string, ms: number): void;
  /** Called for each load that becomes slow; how it ends is told, too. */
  slow(release: LockedRelease, component: string): void;
}

/** Creates the store of a page. */
export function createComponentStore(loader: RemoteLoader, told: Partial<LoadListener> = {}): ComponentStore {
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
    const entry = { state, loading: Promise.resolve(), timers: [], shownTimes: 0, isLeft: false, ready };
    entries.set(key, entry);
    return entry;
  }

  function set(entry: Entry, state: ComponentState): void {
    entry.state = state;
    for (const listener of listeners) listener();
  }

  function follow(entry: Entry, release: LockedRelease, component: string, work: Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    const change = (state: ComponentState) => {
      if (state.status !== 'slow') for (const timer of entry.timers) clearTimeout(timer);
      set(entry, state);
      resolve();
    };
    const fail = (failure: RemoteFailed) => change(entry.isLeft ? IDLE : { status: 'failed', failure });
    set(entry, LOADING);
    entry.loading = promise;
    entry.timers = [
      setTimeout(() => {
        told.slow?.(release, component);
        change(SLOW);
      }, DEADLINES.slow),
      setTimeout(() => {
        const cause = new Error(`it has not come within ${DEADLINES.failed} ms`);
        fail(new RemoteFailed(release, component, 'entry', cause));
      }, DEADLINES.failed),
    ];
    work.then(
      () => {
        if (entry.state === READY) return;
        entry.ready.resolve();
        change(READY);
        told.loaded?.(release, component, performance.now() - startedAt);
      },
      (error: unknown) => {
        const failure =
          error instanceof RemoteFailed ? error : new RemoteFailed(release, component, 'component', error);
        // What is late has been told as slow.
        if (!isLate(failure.cause)) told.failed?.(failure);
        if (entry.loading === promise && entry.state !== READY) fail(failure);
      },
    );
    return promise;
  }

  const store: ComponentStore = {
    stateOf: (release, component) =>
      entries.get(keyOf(release, component))?.state ?? (loader.loaded(release, component) ? READY : IDLE),
    loaded: (release, component) => loader.loaded(release, component),
    load(release, component) {
      const entry = entryOf(release, component);
      entry.isLeft = false;
      const { status } = entry.state;
      if (status !== 'idle' && status !== 'failed') return entry.loading;
      return follow(entry, release, component, loader.load(release, component));
    },
    retry(release, component) {
      const entry = entryOf(release, component);
      entry.isLeft = false;
      if (entry.state.status !== 'idle' && entry.state.status !== 'failed') return entry.loading;
      return follow(entry, release, component, loader.reload(release, component));
    },
    reportThrown: (release, component, error) => told.failed?.(new RemoteFailed(release, component, 'render', error)),
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
