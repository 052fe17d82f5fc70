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

/** Decides which releases are served: those of current and recent locks, unless switched off. */
export interface ReleaseAccess {
  /** Whether a release is served, as of the last 5 s; also false where only `open` can tell. */
  isOpen(name: string, release: string): boolean;
  /** Resolves to false when there is no such release. Rejects with ReleaseWithdrawn and ReleaseUnavailable. */
  open(name: string, release: string): Promise<boolean>;
}

const keyOf = (name: string, release: string) => `${name}/${release}`;
const keysOf = ({ shell, remotes }: Lock) => [shell, ...remotes].map(({ name, release }) => keyOf(name, release));

/** Before the first read. */
const NO_RELEASES = { named: new Set<string>(), switchedOff: new Set<string>() };

/** Creates the access by the locks; without `bring`, every release on the disk is served. */
export function createReleaseAccess(locks: LockSource, bring?: FetchRelease): ReleaseAccess {
  let lastRead = { ...NO_RELEASES, readAt: Number.NEGATIVE_INFINITY };
  /** Until when each is served without another read. */
  const earlier = new LRUCache<string, number>({ max: MAX_EARLIER });
  const note = (key: string) => earlier.set(key, performance.now() + EARLIER_MS);

  async function read(): Promise<typeof NO_RELEASES> {
    try {
      const { live, canary, switchedOff } = await locks.served();
      const named = new Set([...keysOf(live), ...(canary ? keysOf(canary.lock) : [])]);
      return { named, switchedOff: new Set(switchedOff) };
    } catch (error) {
      // What is switched off stays so while no lock can be used.
      if (error instanceof LockUnusable) return { ...NO_RELEASES, switchedOff: lastRead.switchedOff };
      throw error;
    }
  }

  async function look(): Promise<void> {
    const readAt = performance.now();
    const found = await read();
    // A later read finished first.
    if (readAt < lastRead.readAt) return;
    lastRead = { ...found, readAt };
    for (const key of found.named) note(key);
  }

  const isFresh = () => performance.now() - lastRead.readAt < FRESH_MS;
  const isServed = (key: string) => lastRead.named.has(key) || (earlier.get(key) ?? 0) > performance.now();

  return {
    isOpen: (name, release) => isFresh() && !lastRead.switchedOff.has(name) && isServed(keyOf(name, release)),
    async open(name, release) {
      const key = keyOf(name, release);
      if (!isFresh() || !isServed(key)) await look();
      if (lastRead.switchedOff.has(name)) throw new ReleaseWithdrawn(name, release);
      if (isServed(key) || !bring) return true;
      try {
        if (!(await bring(name, release))) return false;
      } catch (error) {
        // Keep serving what was served until the locks can be read.
        if (!(error instanceof ReleaseUnavailable && earlier.has(key))) throw error;
      }
      note(key);
      return true;
    },
  };
}
