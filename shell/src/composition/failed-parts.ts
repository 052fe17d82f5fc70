import type { LockedRelease } from '@cytocomm/contract';

/** A part of the page that failed, with what loads it again. */
export interface FailedPart {
  readonly release: LockedRelease;
  /** What it shows, in words: `Press releases`. */
  readonly title: string | undefined;
  readonly retry: () => void;
}

/** The parts of this page that have failed. Those of one release are told in one place, and one Retry is for all of them. */
export interface FailedParts {
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
