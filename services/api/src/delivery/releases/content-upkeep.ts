import { Types } from 'mongoose';
import type { Database } from '../../platform/database/database.ts';
import { contentFiles } from './content-files.ts';
import { GRACE_MS } from './grace.ts';
import { blobModel, releaseModel } from './model.ts';

/** How many records are read at once. */
const BATCH = 1000;
/** How many pieces' records are read at once. */
const PIECES_BATCH = 500;
/** A file without a content's record is a publisher's that runs, or was left by one that crashed this long ago, in ms. */
const ABANDONED_MS = 3600_000;

/** What of the contents is removed in the background. */
export interface ContentUpkeep {
  /** Removes files that a crash left. Returns how many. */
  sweep(): Promise<number>;
  /**
   * Removes contents that no release lists: marked first, and removed when nobody has listed or stored them again an hour
   * later. Returns how many were removed.
   */
  removeUnlisted(): Promise<number>;
}

/** Creates the upkeep of a database's contents. Any number of processes may run it at once. */
export function createContentUpkeep({ connection, now }: Pick<Database, 'connection' | 'now'>): ContentUpkeep {
  const blobs = blobModel(connection);
  const releases = releaseModel(connection);

  /** Returns which of these files no content's record names. */
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

  /** Removes pieces whose upload never came to its head. */
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

  /** Returns the hashes of all contents that releases list; a refused one is stored without its files. */
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
      const known = await listed();
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
        const unlisted = rows.filter(({ _id }) => !known.has(_id));
        const fresh = unlisted.filter(({ doomedAt }) => doomedAt === undefined).map(({ _id }) => _id);
        if (fresh.length > 0)
          await blobs.updateMany({ _id: { $in: fresh }, doomedAt: { $exists: false } }, { $set: { doomedAt: at } });
        for (const { _id, fileId, doomedAt } of unlisted) {
          if (doomedAt === undefined || doomedAt.getTime() > due) continue;
          // A publisher of the same content takes the mark away: then it stays.
          const { deletedCount } = await blobs.deleteOne({ _id, doomedAt });
          if (deletedCount === 0) continue;
          await contentFiles(connection).remove(fileId);
          removed += 1;
        }
      }
    },
  };
}
