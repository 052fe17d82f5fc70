import { lockedReleaseSchema } from '@cytocomm/contract';
import { LIVE_ID, RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createWorkTrouble } from '../../platform/database/trouble.ts';

/** Lifetime of the cache, in ms. */
const CACHE_TTL_MS = 3000;

/** The releases in use, cached. */
export interface LockedReleases {
  /** Whether the live lock, the canary or a recent lock has a release, up to three seconds ago. */
  names(remote: string, release: string): Promise<boolean>;
}

/** Creates the cache of releases in use; the last state counts while they cannot be read, which is logged once. */
export function createLockedReleases(read: () => Promise<ReleasesInUse>, log: Logger): LockedReleases {
  const trouble = createWorkTrouble(log, 'the live lock cannot be read: failures are counted by the last known one');
  let cached: ReleasesInUse | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      cached = await read();
      trouble.works();
    } catch (error) {
      trouble.failed(error);
    }
    readAt = Date.now();
  }

  return {
    async names(remote, release) {
      if (Math.abs(Date.now() - readAt) >= CACHE_TTL_MS) {
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return cached?.names(remote, release) ?? false;
    },
  };
}

/** Number of recent locks: open pages keep an earlier one. */
const MAX_LOCKS = 10;

const partSchema = z.object(lockedReleaseSchema.pick({ name: true, release: true }).shape);
const lockSchema = z.object({ _id: z.string(), shell: partSchema, remotes: z.array(partSchema) });
const stateSchema = z.object({
  lock: z.string(),
  canary: z.object({ lock: z.string(), startedAt: z.date() }).nullable().default(null),
});

/** The releases of a lock, by remote. */
type Parts = ReadonlyMap<string, string>;

/** Whether a page runs the live lock or the canary. */
export type Side = 'live' | 'canary';

/** A canary and what it changes. */
export interface RunningCanary {
  /** The id of its lock. */
  readonly lock: string;
  /** Returns the side of a lock, also of a former one that differs only in remotes that both share. */
  sideOf(lock: string): Side | undefined;
  readonly startedAt: Date;
  /** Whether the shell differs: then parts with live releases may fail by it, too. */
  readonly hasOtherShell: boolean;
  /** The releases that differ, or all with another shell; `live` is undefined for a new remote. */
  readonly changes: readonly { readonly remote: string; readonly release: string; readonly live: string | undefined }[];
}

/** The releases that pages run. */
export interface ReleasesInUse {
  /** Whether a release is in the live lock, the canary or a recent lock. */
  names(remote: string, release: string): boolean;
  readonly canary: RunningCanary | undefined;
}

interface ById {
  readonly _id: string;
}

function partsOf(lock: unknown): Parts {
  const parsed = lockSchema.safeParse(lock).data;
  return new Map(
    parsed === undefined ? [] : [parsed.shell, ...parsed.remotes].map(({ name, release }) => [name, release]),
  );
}

function changesOf(
  canary: Parts,
  live: Parts,
  partsAt: (lock: string) => Parts,
): Pick<RunningCanary, 'hasOtherShell' | 'changes' | 'sideOf'> {
  const hasOtherShell = canary.get('shell') !== live.get('shell');
  const others = [...new Set([...canary.keys(), ...live.keys()])].filter((name) => live.get(name) !== canary.get(name));
  const changes = [...canary]
    .filter(([remote]) => hasOtherShell || others.includes(remote))
    .map(([remote, release]) => ({ remote, release, live: live.get(remote) }));
  const isLike = (parts: Parts, side: Parts) =>
    parts.size > 0 && others.every((name) => parts.get(name) === side.get(name));
  return {
    hasOtherShell,
    changes,
    sideOf: (lock) => {
      if (isLike(partsAt(lock), canary)) return 'canary';
      return isLike(partsAt(lock), live) ? 'live' : undefined;
    },
  };
}

/** Creates the read of releases in use: one small query; locks are read only if they changed. */
export function createReleasesInUse(connection: Connection): () => Promise<ReleasesInUse> {
  const locks = connection.collection<ById>(RELEASE_COLLECTIONS.locks);
  const projection = { 'shell.name': 1, 'shell.release': 1, 'remotes.name': 1, 'remotes.release': 1 } as const;
  let cached: { readonly of: string; readonly parts: ReadonlyMap<string, Parts> } = { of: '', parts: new Map() };

  async function partsByLock(ids: readonly string[]): Promise<ReadonlyMap<string, Parts>> {
    const of = ids.join(' ');
    if (cached.of === of) return cached.parts;
    const [recent, named] = await Promise.all([
      locks.find({}, { projection }).sort({ deployedAt: -1 }).limit(MAX_LOCKS).toArray(),
      locks.find({ _id: { $in: [...ids] } }, { projection }).toArray(),
    ]);
    const parts = new Map([...recent, ...named].map((lock) => [lock._id, partsOf(lock)]));
    // A missing lock is read again.
    if (ids.every((id) => parts.has(id))) cached = { of, parts };
    return parts;
  }

  return async () => {
    const found = await connection.collection<ById>(RELEASE_COLLECTIONS.live).findOne({ _id: LIVE_ID });
    const state = stateSchema.safeParse(found).data;
    if (state === undefined) return { names: () => false, canary: undefined };
    const { lock, canary } = state;
    const byLock = await partsByLock(canary === null ? [lock] : [lock, canary.lock]);
    const none: Parts = new Map();
    const partsAt = (id: string) => byLock.get(id) ?? none;
    return {
      names: (remote, release) => [...byLock.values()].some((parts) => parts.get(remote) === release),
      canary: canary === null ? undefined : { ...canary, ...changesOf(partsAt(canary.lock), partsAt(lock), partsAt) },
    };
  };
}
