import { KEPT_DAYS } from '@cytocomm/releases';
import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Database } from '../../platform/database/database.ts';
import { createContentUpkeep } from './content-upkeep.ts';
import { GRACE_MS } from './grace.ts';
import { releaseModel, removedVersionModel } from './model.ts';
import { readNeededReleases } from './needed-releases.ts';
import { sweepScratchFolders } from './scratch-folders.ts';

/** Of each remote so many of the newest releases are kept. */
const KEPT_NEWEST = 20;
/** How many of a remote's old releases are looked at in one run, the oldest first. */
const MAX_OLD = 5000;

/**
 * Removes the records of old releases: marked first, and removed when nobody has named them an hour later. Any number of
 * processes may do it at once. Returns how many were removed. Throws when what is live cannot be read.
 */
export async function pruneReleases({ connection, now }: Pick<Database, 'connection' | 'now'>): Promise<number> {
  const model = releaseModel(connection);
  const removedVersions = removedVersionModel(connection);
  const at = now();
  const since = new Date(at.getTime() - KEPT_DAYS * 24 * 3600_000);
  const due = at.getTime() - GRACE_MS;
  const isNeeded = await readNeededReleases(connection, since);
  let removed = 0;
  for (const remote of await model.distinct('remote', { remote: { $gt: '' } })) {
    const newest = await model
      .find({ remote }, { _id: 1 })
      .sort({ publishedAt: -1, _id: -1 })
      .limit(KEPT_NEWEST)
      .lean();
    const kept = new Set(newest.map(({ _id }) => String(_id)));
    const old = await model
      .find({ remote, publishedAt: { $lt: since } }, { release: 1, doomedAt: 1, stableVersion: 1 })
      .sort({ publishedAt: 1, _id: 1 })
      .limit(MAX_OLD)
      .lean();
    const unneeded = old.filter(({ _id, release }) => !kept.has(String(_id)) && !isNeeded(remote, release));
    const fresh = unneeded.filter(({ doomedAt }) => doomedAt === undefined).map(({ _id }) => _id);
    if (fresh.length > 0)
      await model.updateMany({ _id: { $in: fresh }, doomedAt: { $exists: false } }, { $set: { doomedAt: at } });
    for (const { _id, doomedAt, release, stableVersion } of unneeded) {
      if (doomedAt === undefined || doomedAt.getTime() > due) continue;
      // Before the record goes: its version is never free.
      if (stableVersion !== undefined)
        await removedVersions.updateOne({ _id: stableVersion }, { $set: { release } }, { upsert: true });
      // A promotion that names it takes the mark away: then it stays.
      removed += (await model.deleteOne({ _id, doomedAt })).deletedCount;
    }
  }
  return removed;
}

const EVERY_MS = 3600_000;

/** What of the releases is removed in the background. */
export interface ReleaseUpkeep {
  /** Removes old releases, then contents that none lists, then what crashes left: files without a record, folders of uploads. */
  run(): Promise<void>;
}

/** Creates the upkeep of a database's releases. */
export function createReleaseUpkeep(database: Pick<Database, 'connection' | 'now'>, log: Logger): ReleaseUpkeep {
  const contents = createContentUpkeep(database);
  return {
    run: async () => {
      const releases = await pruneReleases(database);
      const unlisted = await contents.removeUnlisted();
      if (releases + unlisted > 0) log.info({ releases, contents: unlisted }, 'old releases were removed');
      const files = await contents.sweep();
      if (files > 0) log.warn({ files }, 'files of releases that nobody owned were removed');
      await sweepScratchFolders(log);
    },
  };
}

/** Returns the job that does the upkeep every hour. */
export function releaseUpkeep({ run }: ReleaseUpkeep, log: Logger): RepeatedJob {
  return repeatedJob({ name: 'upkeep of releases', everyMs: EVERY_MS, run }, log);
}
