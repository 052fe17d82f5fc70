import type { StoredRelease } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { releaseModel } from './model.ts';

/** Returns a release by its id, or the one of a version that was published last; null when there is none. */
export type FindRelease = (remote: string, versionOrRelease: string) => Promise<StoredRelease | null>;

/** Creates the lookup of releases in a database. */
export function createFindRelease(connection: Connection): FindRelease {
  const model = releaseModel(connection);
  return async (remote, versionOrRelease) =>
    (await model.findOne({ remote, release: versionOrRelease }).lean()) ??
    (await model.findOne({ remote, version: versionOrRelease }).sort({ publishedAt: -1, _id: -1 }).lean());
}
