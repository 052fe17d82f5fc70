import type { KeyObject } from 'node:crypto';
import type { LockedRelease } from '@cytocomm/contract';
import { RELEASE_RETENTION_DAYS, readLockRecord } from '@cytocomm/releases';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type FetchRelease, keyOf, ReleaseUnavailable, ReleaseWithdrawn } from '../files/release-access.ts';
import { type CopyPlaces, copyRelease } from './release-copy.ts';

/** How many releases of earlier locks are looked up at once. */
const MAX_LOOKUPS = 20;
/** How long the absence of a release is remembered, in ms. */
const ABSENT_TTL_MS = 10_000;
const MAX_ABSENT = 1000;

/** Copies releases to the disk, each once for all concurrent calls. */
export interface ReleaseFetcher {
  /** Fetches a release of a verified lock unless it is on the disk. Resolves to whether it was not. Rejects when that fails. */
  fetch(locked: LockedRelease): Promise<boolean>;
  /**
   * Fetches a release of a lock in the database that is live or a canary, or was within the last 14 days: a tab may
   * have started with it. Of the shell any lock counts: npm requests the packages that a package-lock.json names.
   */
  readonly fetchEarlier: FetchRelease;
  /** Returns how many releases were copied so far, and how many copies failed. */
  copies(): { readonly copied: number; readonly failed: number };
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

/** Returns the time since when a lock is recent: tabs may have started with it. */
export const recentSince = () => new Date(Date.now() - RELEASE_RETENTION_DAYS * 86_400_000);

/** Returns a function that runs one task at a time for each key, for all who call it meanwhile. */
function onceAtATime<Result>(running = new Map<string, Promise<Result>>()) {
  return (key: string, task: () => Promise<Result>): Promise<Result> => {
    const result = running.get(key) ?? task().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}

/** Creates the fetcher. */
export function createReleaseFetcher({ publicKeys, log, ...places }: FetcherOptions): ReleaseFetcher {
  const { database } = places;
  const counts = { copied: 0, failed: 0 };
  const copyOnce = onceAtATime<boolean>();
  const lookups = new Map<string, Promise<boolean>>();
  const lookUpOnce = onceAtATime(lookups);
  const absent = new LRUCache<string, Absence>({ max: MAX_ABSENT, ttl: ABSENT_TTL_MS });

  async function copy(locked: LockedRelease): Promise<boolean> {
    try {
      const isCopied = await copyRelease(places, locked);
      if (isCopied) counts.copied += 1;
      return isCopied;
    } catch (error) {
      counts.failed += 1;
      throw error;
    }
  }

  const fetch = (locked: LockedRelease) => copyOnce(keyOf(locked.name, locked.release), () => copy(locked));

  /** Returns a release as a verified lock names it; undefined when none does. */
  async function lockedRelease(name: string, release: string): Promise<LockedRelease | undefined> {
    // Found by an index; locks are searched for what exists only.
    if ((await database.release(name, release)) === undefined) return undefined;
    let failure: unknown;
    for (const value of await database.locksNaming(name, release)) {
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
    if (name !== 'shell' && !(await database.recent(recentSince())).releases.has(keyOf(name, release)))
      return 'withdrawn';
    if (await fetch(locked)) log.info({ remote: name, release }, 'a release of an earlier lock was brought');
    return 'here';
  }

  async function lookUp(name: string, release: string): Promise<boolean> {
    const found = await fetchIfServed(name, release).catch((error: unknown) => {
      log.warn({ err: error, remote: name, release }, 'a release of an earlier lock cannot be brought');
      return 'failed' as const;
    });
    if (found === 'here') return true;
    absent.set(keyOf(name, release), found);
    return notHere(name, release, found);
  }

  return {
    fetch,
    copies: () => counts,
    async fetchEarlier(name, release) {
      const key = keyOf(name, release);
      const absence = absent.get(key);
      if (absence !== undefined) return notHere(name, release, absence);
      if (!lookups.has(key) && lookups.size >= MAX_LOOKUPS) return notHere(name, release, 'failed');
      return lookUpOnce(key, () => lookUp(name, release));
    },
  };
}
