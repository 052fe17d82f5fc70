import { lockedReleaseSchema } from '@cytocomm/contract';
import { LIVE_ID, RELEASE_COLLECTIONS } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createWorkTrouble } from '../../platform/database/trouble.ts';

/** How long what was read counts, in ms. */
const CACHE_TTL_MS = 3000;

/** The releases that pages run. */
export interface LockedReleases {
  /** Whether the live lock, its canary or one of the last ones names a release; as it was up to three seconds ago. */
  names(remote: string, release: string): Promise<boolean>;
}

/**
 * Returns the releases in use, read once for all who ask at the same time, and again after three seconds. What was read last
 * counts while they cannot be read, which is logged once.
 */
export function createLockedReleases(read: () => Promise<ReleasesInUse>, log: Logger): LockedReleases {
  const trouble = createWorkTrouble(log, 'the live lock is not known: failures are counted by the last one');
  let known: ReleasesInUse | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      known = await read();
      trouble.works();
    } catch (error) {
      trouble.failed(error);
    }
    askedAt = Date.now();
  }

  return {
    async names(remote, release) {
      if (Math.abs(Date.now() - askedAt) >= CACHE_TTL_MS) {
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return known?.names(remote, release) ?? false;
    },
  };
}

/** How many of the last locks count as recent: open pages keep an earlier one. */
const MAX_LOCKS = 10;

const partSchema = z.object(lockedReleaseSchema.pick({ name: true, release: true }).shape);
const lockSchema = z.object({ _id: z.string(), shell: partSchema, remotes: z.array(partSchema) });
const stateSchema = z.object({
  lock: z.string(),
  canary: z.object({ lock: z.string(), startedAt: z.date() }).nullable().default(null),
});

/** The releases of a lock, by remote. */
type Parts = ReadonlyMap<string, string>;

/** Whether a page runs what is live, or what a canary tries. */
export type Side = 'live' | 'canary';

/** A canary and what it changes. */
export interface RunningCanary {
  /** The id of its lock. */
  readonly lock: string;
  /** Returns whose page has a lock: also one that was live or the canary's before another remote was changed in both. */
  sideOf(lock: string): Side | undefined;
  readonly startedAt: Date;
  /** Whether the shell is another: each part may fail by it, with a release that is the live one, too. */
  readonly hasOtherShell: boolean;
  /** The releases that may fail by the canary: those that differ, or all with another shell; `live` is undefined for a remote that the live lock lacks. */
  readonly changes: readonly { readonly remote: string; readonly release: string; readonly live: string | undefined }[];
}

/** The releases that pages run. */
export interface ReleasesInUse {
  /** Whether a release is live, a canary's, or of one of the last locks. */
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

/** Returns what reads the releases in use. Each read is one small query; locks are read when another is live or a canary. */
export function createReleasesInUse(connection: Connection): () => Promise<ReleasesInUse> {
  const locks = connection.collection<ById>(RELEASE_COLLECTIONS.locks);
  const projection = { 'shell.name': 1, 'shell.release': 1, 'remotes.name': 1, 'remotes.release': 1 } as const;
  let known: { readonly of: string; readonly parts: ReadonlyMap<string, Parts> } = { of: '', parts: new Map() };

  async function partsByLock(ids: readonly string[]): Promise<ReadonlyMap<string, Parts>> {
    const of = ids.join(' ');
    if (known.of === of) return known.parts;
    const [recent, named] = await Promise.all([
      locks
        .find({ deployedAt: { $exists: true } }, { projection })
        .sort({ deployedAt: -1 })
        .limit(MAX_LOCKS)
        .toArray(),
      locks.find({ _id: { $in: [...ids] } }, { projection }).toArray(),
    ]);
    const parts = new Map([...recent, ...named].map((lock) => [lock._id, partsOf(lock)]));
    // A lock that is not there yet is asked for again.
    if (ids.every((id) => parts.has(id))) known = { of, parts };
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
