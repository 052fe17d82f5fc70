import type { LinkContribution, Lock, LockedRelease, OverlayContribution, PageData } from '@cytocomm/contract';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ArrivingPage } from './arriving-page.ts';
import { type ComponentState, type ComponentStore, READY } from './component-store.ts';

/** A contribution together with the release that makes it. */
export interface Contributed<Contribution> {
  readonly release: LockedRelease;
  readonly contribution: Contribution;
}

/** Returns the navigation links of all remotes, in their order. */
export function linksOf(lock: Lock): LinkContribution[] {
  return lock.remotes.flatMap((release) => release.contributions.links).sort((a, b) => a.order - b.order);
}

/** Returns the contribution that fills an overlay slot; undefined when no remote does. */
export function overlayOf(lock: Lock, slot: OverlayContribution['slot']): Contributed<OverlayContribution> | undefined {
  for (const release of lock.remotes)
    for (const contribution of release.contributions.overlays)
      if (contribution.slot === slot) return { release, contribution };
  return undefined;
}

/** A part of the page that failed, with what loads it again. */
export interface FailedPart {
  readonly release: LockedRelease;
  /** What it shows, in words: `Press releases`. */
  readonly title: string | undefined;
  readonly retry: () => void;
}

/** The parts of this page that have failed. Those of one release are told in one place, and one Retry is for all of them. */
interface FailedParts {
  /** Adds a part; returns what takes it away. */
  add(part: FailedPart): () => void;
  /** The parts of a release, in the order in which they failed; the same array until they change. */
  of(release: LockedRelease): readonly FailedPart[];
  subscribe(listener: () => void): () => void;
}

const NONE: readonly FailedPart[] = [];

/** Creates an empty list of failed parts. */
export function createFailedParts(): FailedParts {
  const byRelease = new Map<LockedRelease, readonly FailedPart[]>();
  const listeners = new Set<() => void>();
  const of = (release: LockedRelease) => byRelease.get(release) ?? NONE;
  const set = (release: LockedRelease, parts: readonly FailedPart[]) => {
    byRelease.set(release, parts);
    for (const listener of listeners) listener();
  };
  return {
    of,
    add(part) {
      set(part.release, [...of(part.release), part]);
      return () =>
        set(
          part.release,
          of(part.release).filter((other) => other !== part),
        );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What this page is composed of. */
export interface Composition {
  readonly lock: Lock;
  readonly components: ComponentStore;
  readonly failedParts: FailedParts;
  /** The page that came as markup, while its component is on its way. */
  readonly arriving?: ArrivingPage | undefined;
  /** The names of remotes that are switched off: their code is not loaded. */
  readonly switchedOff?: ReadonlySet<string> | undefined;
  /** What the page at this path was prerendered with; pages that come later load their own. */
  readonly prerendered?: { readonly path: string; readonly data: PageData } | undefined;
  /** Called when the frame of the page is there. */
  readonly onStarted?: (() => void) | undefined;
}

/** Hands the composition to every slot below. */
export const CompositionContext = createContext<Composition | null>(null);

/** The composition of this page. Throws outside of its provider, which is a mistake in the shell. */
export function useComposition(): Composition {
  const composition = useContext(CompositionContext);
  if (!composition) throw new Error('useComposition is used outside of CompositionContext');
  return composition;
}

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
