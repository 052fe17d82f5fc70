import type { Lock } from '@cytocomm/contract';
import { LRUCache } from 'lru-cache';
import { type LockSource, LockUnusable } from '../lock-source.ts';

/** How old what is known of the locks may be, in ms. */
const FRESH_MS = 5000;
/** How long an earlier release is served without another look, in ms. */
const EARLIER_MS = 60_000;
/** How many earlier releases are known at once. */
const MAX_EARLIER = 1000;

/** A release cannot be fetched at present. */
export class ReleaseUnavailable extends Error {
  override readonly name = 'ReleaseUnavailable';
}

/** A release that is no longer served: its remote is switched off, or no recent lock names it. */
export class ReleaseWithdrawn extends Error {
  override readonly name = 'ReleaseWithdrawn';

  constructor(name: string, release: string) {
    super(`${name} ${release} is withdrawn.`);
  }
}

/**
 * Fetches a release that open tabs may request. Returns false when it does not exist. Rejects
 * with ReleaseWithdrawn and ReleaseUnavailable.
 */
export type FetchRelease = (name: string, release: string) => Promise<boolean>;

/** Returns what names a release among all. */
export const keyOf = (name: string, release: string) => `${name}/${release}`;
const keysOf = ({ shell, remotes }: Lock) => [shell, ...remotes].map(({ name, release }) => keyOf(name, release));

/**
 * Returns what decides whether a release is served: those of current and recent locks are, unless switched off, as of the last
 * 5 s. It returns false when there is no such release, and rejects with ReleaseWithdrawn and ReleaseUnavailable. Without
 * `fetchRelease`, every release on the disk is served.
 */
export function createReleaseAccess(locks: LockSource, fetchRelease?: FetchRelease): FetchRelease {
  let last = { named: new Set<string>(), switchedOff: new Set<string>(), readAt: Number.NEGATIVE_INFINITY };
  /** When each was last known to be served. */
  const servedAt = new LRUCache<string, number>({ max: MAX_EARLIER });

  async function look(): Promise<void> {
    const readAt = performance.now();
    const { live, canary, switchedOff } = await locks.served().catch((error: unknown) => {
      // What is switched off stays so while no lock can be used.
      if (error instanceof LockUnusable) return { live: undefined, canary: undefined, switchedOff: last.switchedOff };
      throw error;
    });
    // A later read finished first.
    if (readAt < last.readAt) return;
    const named = [live, canary?.lock].flatMap((lock) => (lock ? keysOf(lock) : []));
    last = { named: new Set(named), switchedOff: new Set(switchedOff), readAt };
    for (const key of named) servedAt.set(key, readAt);
  }

  return async (name, release) => {
    const key = keyOf(name, release);
    const isServed = () =>
      last.named.has(key) || performance.now() < (servedAt.get(key) ?? Number.NEGATIVE_INFINITY) + EARLIER_MS;
    if (performance.now() >= last.readAt + FRESH_MS || !isServed()) await look();
    if (last.switchedOff.has(name)) throw new ReleaseWithdrawn(name, release);
    if (isServed() || !fetchRelease) return true;
    try {
      if (!(await fetchRelease(name, release))) return false;
    } catch (error) {
      // Keep serving what was served until the locks can be read.
      if (!(error instanceof ReleaseUnavailable && servedAt.has(key))) throw error;
    }
    servedAt.set(key, performance.now());
    return true;
  };
}
