import type { mongo } from 'mongoose';
import { z } from 'zod';

/** The collection with the one record of the last backup that was kept. */
const COLLECTION = 'backups';
const ID = 'last';

const lastSchema = z.object({ begunAt: z.date(), bytes: z.number() });

/** The last backup that was kept and verified. */
export type LastBackup = z.output<typeof lastSchema>;

/** Notes a backup, for the metrics of the API. */
export async function noteBackup(db: mongo.Db, { begunAt, bytes }: LastBackup): Promise<void> {
  await db
    .collection<LastBackup & { _id: string }>(COLLECTION)
    .replaceOne({ _id: ID }, { begunAt, bytes }, { upsert: true });
}

/** Returns the last backup that was noted; undefined where none was. */
export async function lastBackup(db: Pick<mongo.Db, 'collection'>): Promise<LastBackup | undefined> {
  const record = await db.collection<LastBackup & { _id: string }>(COLLECTION).findOne({ _id: ID });
  return record === null ? undefined : lastSchema.parse(record);
}
