import type { StoredRelease } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { type ReleaseRecord, releaseModel } from './model.ts';

/** Returns a release by its id, or the one of a version that was published last; null when there is none. */
export type FindRelease = (remote: string, versionOrRelease: string) => Promise<StoredRelease | null>;

/** A release that may be marked to be removed. */
export type Marked = Pick<ReleaseRecord, '_id' | 'doomedAt'>;

/** Returns what takes away the mark of a release that is to be removed, since somebody needs it. Returns false when it is gone. */
export function createKeepRelease(connection: Connection): (release: Marked) => Promise<boolean> {
  const model = releaseModel(connection);
  return async ({ _id, doomedAt }) =>
    // Without a mark it stays for an hour at least.
    doomedAt === undefined || (await model.updateOne({ _id }, { $unset: { doomedAt: 1 } })).matchedCount > 0;
}

/** Creates the lookup of releases in a database. What it returns is as it stands there, and not removed within the hour. */
export function createFindRelease(
  connection: Connection,
): (remote: string, versionOrRelease: string) => Promise<ReleaseRecord | null> {
  const model = releaseModel(connection);
  const keep = createKeepRelease(connection);
  const kept = async (found: ReleaseRecord | null) => (found !== null && (await keep(found)) ? found : null);
  return async (remote, versionOrRelease) =>
    (await kept(await model.findOne({ remote, release: versionOrRelease }).lean())) ??
    kept(await model.findOne({ remote, version: versionOrRelease }).sort({ publishedAt: -1, _id: -1 }).lean());
}
