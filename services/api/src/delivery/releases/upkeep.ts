import { LIVE_ID, RELEASE_COLLECTIONS, RELEASE_RETENTION_DAYS } from '@cytocomm/releases';
import { type Connection, Types } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import { contentFiles } from './contents.ts';
import { blobModel, releaseModel, removedVersionModel } from './model.ts';
import { sweepScratchFolders } from './upload-body.ts';

/**
 * Grace period between the mark and the removal, in ms. Publications and promotions clear the marks of what they need, and end
 * long before.
 */
const GRACE_MS = 3600_000;

/** Records read at once. */
const BATCH = 1000;
/** Pieces read at once. */
const PIECES_BATCH = 500;
/** Age of files without a content record that crashed publications left, in ms. */
const ABANDONED_MS = 3600_000;

/** Background removal of contents. */
export interface ContentUpkeep {
  /** Removes leftover files of crashes. Returns how many. */
  sweep(): Promise<number>;
  /**
   * Marks contents that no release lists, and removes them if they are still unlisted an hour later. Returns the number of
   * removed ones.
   */
  removeUnlisted(): Promise<number>;
}

/** Creates the upkeep of contents; several processes may run it concurrently. */
export function createContentUpkeep({ connection, now }: Pick<Database, 'connection' | 'now'>): ContentUpkeep {
  const blobs = blobModel(connection);
  const releases = releaseModel(connection);

  /** Returns the files without a content record. */
  async function unowned(ids: readonly Types.ObjectId[]): Promise<readonly Types.ObjectId[]> {
    const owners = await blobs.find({ fileId: { $in: [...ids] } }, { fileId: 1 }).lean();
    const owned = new Set(owners.map(({ fileId }) => String(fileId)));
    return ids.filter((id) => !owned.has(String(id)));
  }

  async function sweepFiles(before: Date): Promise<number> {
    const { heads, remove } = contentFiles(connection);
    const end = Types.ObjectId.createFromTime(before.getTime() / 1000);
    let swept = 0;
    let last: Types.ObjectId | undefined;
    for (;;) {
      const _id = { $lt: end, ...(last !== undefined && { $gt: last }) };
      const rows = await heads
        .find({ _id }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      last = rows.at(-1)?._id;
      if (last === undefined) return swept;
      for (const id of await unowned(rows.map((row) => row._id))) {
        await remove(id);
        swept += 1;
      }
    }
  }

  /** Removes pieces of unfinished uploads, which have no head. */
  async function sweepPieces(before: Date): Promise<number> {
    const { heads, pieces, remove } = contentFiles(connection);
    let swept = 0;
    let last: Types.ObjectId | undefined;
    for (;;) {
      const after = last === undefined ? {} : { files_id: { $gt: last } };
      const read = pieces.find(after, { projection: { _id: 0, files_id: 1 } }).sort({ files_id: 1, n: 1 });
      const rows = await read.limit(PIECES_BATCH).toArray();
      last = rows.at(-1)?.files_id;
      if (last === undefined) return swept;
      const byId = new Map(rows.map(({ files_id: id }) => [String(id), id]));
      const old = [...byId.values()].filter((id) => id.getTimestamp() < before);
      const whole = await heads.find({ _id: { $in: old } }, { projection: { _id: 1 } }).toArray();
      for (const { _id } of whole) byId.delete(String(_id));
      for (const id of await unowned(old.filter((each) => byId.has(String(each))))) {
        await remove(id);
        swept += 1;
      }
    }
  }

  /** Returns the hashes of all listed contents; refused releases are stored without files. */
  async function listed(): Promise<ReadonlySet<string>> {
    const hashes = new Set<string>();
    for (const remote of await releases.distinct('remote', { remote: { $gt: '' } })) {
      const found = releases.aggregate<{ _id: string }>([
        { $match: { remote, 'gate.outcome': { $ne: 'refused' } } },
        { $project: { 'files.hash': 1 } },
        { $unwind: '$files' },
        { $group: { _id: '$files.hash' } },
      ]);
      for await (const { _id } of found.cursor<{ _id: string }>()) hashes.add(_id);
    }
    return hashes;
  }

  return {
    sweep: async () => {
      const before = new Date(now().getTime() - ABANDONED_MS);
      return (await sweepFiles(before)) + (await sweepPieces(before));
    },

    removeUnlisted: async () => {
      const listedHashes = await listed();
      const at = now();
      const due = at.getTime() - GRACE_MS;
      let removed = 0;
      let last = '';
      for (;;) {
        const rows = await blobs
          .find({ _id: { $gt: last } })
          .sort({ _id: 1 })
          .limit(BATCH)
          .lean();
        if (rows.length === 0) return removed;
        last = rows.at(-1)?._id ?? '';
        const unlisted = rows.filter(({ _id }) => !listedHashes.has(_id));
        const fresh = unlisted.filter(({ doomedAt }) => doomedAt === undefined).map(({ _id }) => _id);
        if (fresh.length > 0)
          await blobs.updateMany({ _id: { $in: fresh }, doomedAt: { $exists: false } }, { $set: { doomedAt: at } });
        for (const { _id, fileId, doomedAt } of unlisted) {
          if (doomedAt === undefined || doomedAt.getTime() > due) continue;
          // Stays if a publication of the same content cleared the mark.
          const { deletedCount } = await blobs.deleteOne({ _id, doomedAt });
          if (deletedCount === 0) continue;
          await contentFiles(connection).remove(fileId);
          removed += 1;
        }
      }
    },
  };
}

/** The releases of this number of last locks are kept. */
const RETAINED_LOCKS = 100;
/** Releases kept per remote of those that were live last. */
const RETAINED_DEPLOYED = 5;
/** Locks read; a roll-back goes no further back. */
const MAX_LOCKS = 1000;

interface ById {
  readonly _id: string;
}

const PARTS = { deployedAt: 1, 'shell.name': 1, 'shell.release': 1, 'remotes.name': 1, 'remotes.release': 1 } as const;
const partSchema = z.object({ name: z.string(), release: z.string() });
const lockSchema = z.object({ deployedAt: z.date().nullish(), shell: partSchema, remotes: z.array(partSchema) });
const stateSchema = z.object({ lock: z.string(), canary: z.object({ lock: z.string() }).nullable() });

/** Whether a lock that is live, or may be again, needs a release. */
type IsNeeded = (remote: string, release: string) => boolean;

/**
 * Returns the check whether locks need a release: the live lock, the canary, the last 100 locks, all since `since`, or as one of
 * the last five live ones of its remote. Throws if the live state is unreadable, so that nothing is removed.
 */
async function readNeededReleases(connection: Connection, since: Date): Promise<IsNeeded> {
  const locks = connection.collection<ById>(RELEASE_COLLECTIONS.locks);
  const found = await connection.collection<ById>(RELEASE_COLLECTIONS.live).findOne({ _id: LIVE_ID });
  const state = found === null ? undefined : stateSchema.parse(found);
  const ids = state === undefined ? [] : [state.lock, ...(state.canary === null ? [] : [state.canary.lock])];
  const current = await locks.find({ _id: { $in: ids } }, { projection: PARTS }).toArray();
  if (current.length < ids.length) throw new Error('The live lock or the canary is not in the database.');
  const recent = await locks
    .find({}, { projection: PARTS })
    .sort({ deployedAt: -1, _id: -1 })
    .limit(MAX_LOCKS)
    .toArray();

  const needed = new Set<string>();
  const keyOf = (remote: string, release: string) => `${remote} ${release}`;
  const countByRemote = new Map<string, number>();
  let isInTime = true;
  const keepPart = (name: string, release: string, isWhole: boolean) => {
    const count = countByRemote.get(name) ?? 0;
    if (needed.has(keyOf(name, release)) || (!isWhole && count >= RETAINED_DEPLOYED)) return;
    needed.add(keyOf(name, release));
    countByRemote.set(name, count + 1);
  };
  for (const row of current) {
    const { shell, remotes } = lockSchema.parse(row);
    for (const { name, release } of [shell, ...remotes]) keepPart(name, release, true);
  }
  for (const [place, row] of recent.entries()) {
    // An altered lock is unusable and keeps nothing.
    const lock = lockSchema.safeParse(row).data;
    if (lock === undefined) continue;
    for (const { name, release } of [lock.shell, ...lock.remotes])
      keepPart(name, release, place < RETAINED_LOCKS || isInTime);
    // The first earlier one was still live at that time.
    isInTime &&= (lock.deployedAt ?? since) >= since;
  }
  return (remote, release) => needed.has(keyOf(remote, release));
}

type UpkeepCore = Pick<Core, 'change'> & { readonly database: Pick<Database, 'connection' | 'now'> };

/** Newest releases kept per remote. */
const RETAINED_NEWEST = 20;
/** Old releases of a remote handled in one run, the oldest first. */
const MAX_OLD = 5000;

/**
 * Marks records of old releases, and removes them if they are still unneeded an hour later. Several processes may run it
 * concurrently. Returns the number of removed ones. Throws if the live state is unreadable.
 */
export async function pruneReleases({ change, database: { connection, now } }: UpkeepCore): Promise<number> {
  const model = releaseModel(connection);
  const removedVersions = removedVersionModel(connection);
  const at = now();
  const since = new Date(at.getTime() - RELEASE_RETENTION_DAYS * 24 * 3600_000);
  const due = at.getTime() - GRACE_MS;
  const isNeeded = await readNeededReleases(connection, since);
  let removed = 0;
  for (const remote of await model.distinct('remote', { remote: { $gt: '' } })) {
    const newest = await model
      .find({ remote }, { _id: 1 })
      .sort({ publishedAt: -1, _id: -1 })
      .limit(RETAINED_NEWEST)
      .lean();
    const newestIds = new Set(newest.map(({ _id }) => String(_id)));
    const old = await model
      .find({ remote, publishedAt: { $lt: since } }, { release: 1, doomedAt: 1, stableVersion: 1 })
      .sort({ publishedAt: 1, _id: 1 })
      .limit(MAX_OLD)
      .lean();
    const unneeded = old.filter(({ _id, release }) => !newestIds.has(String(_id)) && !isNeeded(remote, release));
    const fresh = unneeded.filter(({ doomedAt }) => doomedAt === undefined).map(({ _id }) => _id);
    if (fresh.length > 0)
      await model.updateMany({ _id: { $in: fresh }, doomedAt: { $exists: false } }, { $set: { doomedAt: at } });
    for (const { _id, doomedAt, release, stableVersion } of unneeded) {
      if (doomedAt === undefined || doomedAt.getTime() > due) continue;
      removed += await change(SYSTEM, async ({ announce }) => {
        // Stays if a promotion cleared the mark.
        const { deletedCount } = await model.deleteOne({ _id, doomedAt });
        if (deletedCount === 0) return 0;
        announce({ collection: 'releases', type: 'removed', id: String(_id) }, 'developer');
        if (stableVersion !== undefined)
          await removedVersions.updateOne({ _id: stableVersion }, { $set: { release } }, { upsert: true });
        return 1;
      });
    }
  }
  return removed;
}

const EVERY_MS = 3600_000;

/** Background removal of releases. */
export interface ReleaseUpkeep {
  /** Removes old releases, unlisted contents, and leftover files and folders of crashes. */
  run(): Promise<void>;
}

/** Creates the upkeep of releases. */
export function createReleaseUpkeep(core: UpkeepCore, log: Logger): ReleaseUpkeep {
  const contents = createContentUpkeep(core.database);
  return {
    run: async () => {
      const releases = await pruneReleases(core);
      const unlisted = await contents.removeUnlisted();
      if (releases + unlisted > 0) log.info({ releases, contents: unlisted }, 'old releases were removed');
      const files = await contents.sweep();
      if (files > 0) log.warn({ files }, 'release files without an owner were removed');
      await sweepScratchFolders(log);
    },
  };
}

/** Returns the job that runs the upkeep every hour. */
export function releaseUpkeep({ run }: ReleaseUpkeep, log: Logger): RepeatedJob {
  return repeatedJob({ name: 'upkeep of releases', everyMs: EVERY_MS, run }, log);
}
