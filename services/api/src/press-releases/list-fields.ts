import type { Connection } from 'mongoose';
import { folded } from '../users/search-keys.ts';

/** The date of a draft in the order of dates: after all that are planned. */
export const NO_DATE = new Date('9999-12-31T23:59:59.999Z');

/** What the list of all releases is searched and ordered by, besides what a release has anyway. */
export interface ListFields {
  readonly sortTitle: string;
  readonly sortDate: Date;
}

/** Returns what the list needs of a release. */
export function listFieldsOf({
  title,
  date,
}: {
  readonly title: string;
  readonly date?: Date | undefined;
}): ListFields {
  return { sortTitle: folded(title), sortDate: date ?? NO_DATE };
}

/**
 * Adds what the list needs to releases that lack it, at most `limit` of them: those of an earlier version of the portal, which may
 * still run and add some while this one does. Returns how many there were. Safe to repeat.
 */
export async function completeReleases(connection: Connection, limit: number): Promise<number> {
  const releases = connection.collection('press_releases');
  const records = await releases.find({ sortTitle: null }).project({ title: 1, date: 1 }).limit(limit).toArray();
  if (records.length === 0) return 0;
  await releases.bulkWrite(
    records.map(({ _id, title, date }) => ({
      updateOne: {
        filter: { _id, sortTitle: null },
        update: { $set: listFieldsOf({ title: String(title), date: date instanceof Date ? date : undefined }) },
      },
    })),
  );
  return records.length;
}
