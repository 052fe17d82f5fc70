import type { Lock } from '@cytocomm/contract';
import { LRUCache } from 'lru-cache';
import { type LockSource, LockUnusable } from '../lock-source.ts';

/** How old what is known of the locks may be, in ms. */
const FRESH_MS = 5000;
/** How long an earlier release is served without another look, in ms. */
const EARLIER_MS = 60_000;
/** How many earlier releases are known at once. */
const MAX_EARLIER = 1000;

/** A release cannot be brought to the disk for the moment. */
export class ReleaseUnavailable extends Error {
  override readonly name = 'ReleaseUnavailable';
}

/** A release whose files nobody gets: its remote is switched off, or no page has had it for long. */
export class ReleaseWithdrawn extends Error {
  override readonly name = 'ReleaseWithdrawn';

  constructor(name: string, release: string) {
    super(`${name} ${release} is withdrawn.`);
  }
}

/**
 * Brings a release to the disk that open tabs may ask for. Returns false when there is none of that name and id. Rejects
 * with ReleaseWithdrawn and ReleaseUnavailable.
 */
export type FetchRelease = (name: string, release: string) => Promise<boolean>;

/** Whose files browsers get: of the releases that pages have now, or had until lately, but for what is switched off. */
export interface ReleaseAccess {
  /** Whether they get those of a release, as was known within the last 5 s; false also where `open` has to look. */
  isOpen(name: string, release: string): boolean;
  /** Resolves to false when there is no such release. Rejects with ReleaseWithdrawn and ReleaseUnavailable. */
  open(name: string, release: string): Promise<boolean>;
}

const keyOf = (name: string, release: string) => `${name}/${release}`;
const keysOf = ({ shell, remotes }: Lock) => [shell, ...remotes].map(({ name, release }) => keyOf(name, release));

/** What is known before the first look. */
const NOTHING = { named: new Set<string>(), switchedOff: new Set<string>() };

/** Creates the access by the locks; without `bring`, whatever is on the disk counts as had lately. */
export function createReleaseAccess(locks: LockSource, bring?: FetchRelease): ReleaseAccess {
  let known = { ...NOTHING, readAt: Number.NEGATIVE_INFINITY };
  /** Until when each is served without another look. */
  const earlier = new LRUCache<string, number>({ max: MAX_EARLIER });
  const note = (key: string) => earlier.set(key, performance.now() + EARLIER_MS);

  async function read(): Promise<typeof NOTHING> {
    try {
      const { live, canary, switchedOff } = await locks.served();
      const named = new Set([...keysOf(live), ...(canary ? keysOf(canary.lock) : [])]);
      return { named, switchedOff: new Set(switchedOff) };
    } catch (error) {
      // What is switched off stays so while no lock can be used.
      if (error instanceof LockUnusable) return { ...NOTHING, switchedOff: known.switchedOff };
      throw error;
    }
  }

  async function look(): Promise<void> {
    const readAt = performance.now();
    const found = await read();
    // A look that began later has ended before.
    if (readAt < known.readAt) return;
    known = { ...found, readAt };
    for (const key of found.named) note(key);
  }

  const isFresh = () => performance.now() - known.readAt < FRESH_MS;
  const isServed = (key: string) => known.named.has(key) || (earlier.get(key) ?? 0) > performance.now();

  return {
    isOpen: (name, release) => isFresh() && !known.switchedOff.has(name) && isServed(keyOf(name, release)),
    async open(name, release) {
      const key = keyOf(name, release);
      if (!isFresh() || !isServed(key)) await look();
      if (known.switchedOff.has(name)) throw new ReleaseWithdrawn(name, release);
      if (isServed(key) || !bring) return true;
      try {
        if (!(await bring(name, release))) return false;
      } catch (error) {
        // What was served before is so while nobody can say more.
        if (!(error instanceof ReleaseUnavailable && earlier.has(key))) throw error;
      }
      note(key);
      return true;
    },
  };
}
