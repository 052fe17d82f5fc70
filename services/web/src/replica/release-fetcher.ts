import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { LockedRelease } from '@cytocomm/contract';
import { RELEASE_RETENTION_DAYS, readLockRecord } from '@cytocomm/releases';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createGate } from '../files/gate.ts';
import { type FetchRelease, ReleaseUnavailable, ReleaseWithdrawn } from '../files/release-access.ts';
import { touch } from './disk-use.ts';
import { type CopyPlaces, copyRelease, holdsRelease } from './release-copy.ts';

/** How many releases are copied at once for each purpose. */
const MAX_COPIES = 3;
/** How many releases of earlier locks are looked up at once. */
const MAX_LOOKUPS = 20;
/** How long the absence of a release is remembered, in ms. */
const ABSENT_TTL_MS = 10_000;
const MAX_ABSENT = 1000;

/** What a release is fetched for; live never waits for a canary. */
export type Purpose = 'live' | 'canary';

/** Copies releases to the disk, each once for all concurrent calls. */
export interface ReleaseFetcher {
  /** Fetches a release of a verified lock unless it is on the disk. Rejects when that fails. */
  fetch(locked: LockedRelease, purpose: Purpose): Promise<unknown>;
  /**
   * Fetches a release of a lock in the database that is live or a canary, or was within the last 14 days: a tab may
   * have started with it. Of the shell any lock counts: npm requests the packages that a package-lock.json names.
   */
  readonly fetchEarlier: FetchRelease;
  /** Returns how many releases were copied so far, and how many copies failed. */
  copies(): CopyCounts;
}

/** How many releases were copied, and how many copies failed. */
interface CopyCounts {
  readonly copied: number;
  readonly failed: number;
}

/** Options of the fetcher. */
export interface FetcherOptions extends CopyPlaces {
  /** Whose locks count; all by default. */
  readonly publicKeys?: readonly KeyObject[] | undefined;
  readonly log: Logger;
}

/** Why a release is not here. */
type Absence = 'none' | 'withdrawn' | 'failed';

/** Returns false where there is none. Throws ReleaseWithdrawn and ReleaseUnavailable. */
function notHere(name: string, release: string, absence: Absence): false {
  if (absence === 'none') return false;
  if (absence === 'withdrawn') throw new ReleaseWithdrawn(name, release);
  throw new ReleaseUnavailable(`${name} ${release} cannot be brought now. Try again soon.`);
}

const keyOf = (name: string, release: string) => `${name}/${release}`;

/** Returns the function that fetches releases for one purpose and resolves to whether it had to; `ended` is called after each copy. */
function createLane(
  places: CopyPlaces,
  ended: (outcome: keyof CopyCounts) => void,
): (locked: LockedRelease) => Promise<boolean> {
  const gate = createGate(MAX_COPIES);
  const copies = new Map<string, Promise<boolean>>();

  async function copyUnlessThere(locked: LockedRelease): Promise<boolean> {
    const dir = join(places.releasesDir, locked.name, locked.release);
    // First, so that the cache does not remove what is found here.
    if ((await touch(dir)) && (await holdsRelease(dir, locked))) return false;
    await gate(() => copyRelease(places, locked)).then(
      () => ended('copied'),
      (error: unknown) => {
        ended('failed');
        throw error;
      },
    );
    return true;
  }

  return (locked) => {
    const key = keyOf(locked.name, locked.release);
    const copy = copies.get(key) ?? copyUnlessThere(locked).finally(() => copies.delete(key));
    copies.set(key, copy);
    return copy;
  };
}

/** Creates the fetcher. */
export function createReleaseFetcher({ publicKeys, log, ...places }: FetcherOptions): ReleaseFetcher {
  const counts = { copied: 0, failed: 0 };
  const lane = () =>
    createLane(places, (outcome) => {
      counts[outcome] += 1;
    });
  const lanes = { live: lane(), canary: lane(), earlier: lane() };
  const lookups = new Map<string, Promise<boolean>>();
  const absent = new LRUCache<string, Absence>({ max: MAX_ABSENT, ttl: ABSENT_TTL_MS });

  /** Returns a release as a verified lock names it; undefined when none does. */
  async function lockedRelease(name: string, release: string): Promise<LockedRelease | undefined> {
    // Found by an index; locks are searched for what exists only.
    if ((await places.database.release(name, release)) === undefined) return undefined;
    let failure: unknown;
    for (const value of await places.database.locksNaming(name, release)) {
      try {
        const { shell, remotes } = readLockRecord(value, publicKeys);
        const locked = [shell, ...remotes].find((part) => part.name === name && part.release === release);
        if (locked) return locked;
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  }

  /** Fetches a release that is still served. */
  async function fetchIfServed(name: string, release: string): Promise<'here' | Absence> {
    const locked = await lockedRelease(name, release);
    if (!locked) return 'none';
    const since = new Date(Date.now() - RELEASE_RETENTION_DAYS * 86_400_000);
    if (name !== 'shell' && !(await places.database.wasDeployed(name, release, since))) return 'withdrawn';
    if (await lanes.earlier(locked)) log.info({ remote: name, release }, 'a release of an earlier lock was brought');
    return 'here';
  }

  async function lookUp(name: string, release: string): Promise<boolean> {
    const key = keyOf(name, release);
    const found = await fetchIfServed(name, release).catch((error: unknown) => {
      log.warn({ err: error, remote: name, release }, 'a release of an earlier lock cannot be brought');
      return 'failed' as const;
    });
    if (found === 'here') return true;
    absent.set(key, found);
    return notHere(name, release, found);
  }

  return {
    fetch: (locked, purpose) => lanes[purpose](locked),
    copies: () => counts,
    async fetchEarlier(name, release) {
      const key = keyOf(name, release);
      const absence = absent.get(key);
      if (absence !== undefined) return notHere(name, release, absence);
      if (!lookups.has(key) && lookups.size >= MAX_LOOKUPS) return notHere(name, release, 'failed');
      const lookup = lookups.get(key) ?? lookUp(name, release).finally(() => lookups.delete(key));
      lookups.set(key, lookup);
      return lookup;
    },
  };
}
