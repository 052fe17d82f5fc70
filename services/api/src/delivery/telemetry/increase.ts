import type { Connection } from 'mongoose';
import { duplicatesOf } from './client-reports.ts';

/** A record whose counters grow; it is made when it is not there. */
export interface Increase {
  readonly _id: string;
  /** By how much, by field. */
  readonly by: Readonly<Record<string, number>>;
  /** The other fields of a new record. */
  readonly first: Readonly<Record<string, unknown>>;
  /** Fields that are set each time. */
  readonly set?: Readonly<Record<string, unknown>>;
}

function upsertOf({ _id, by, first, set }: Increase) {
  const update = { $inc: by, $setOnInsert: first, ...(set !== undefined && { $set: set }) };
  return { updateOne: { filter: { _id }, update, upsert: true } };
}

/** Increases counters of a collection in one write. Returns the ids of the records that it has made. */
export async function increaseAll(
  connection: Connection,
  collection: string,
  increases: readonly Increase[],
): Promise<readonly string[]> {
  const write = (chosen: readonly Increase[]) =>
    connection.collection<{ _id: string }>(collection).bulkWrite(chosen.map(upsertOf), { ordered: false });
  if (increases.length === 0) return [];
  try {
    const { upsertedIds } = await write(increases);
    return Object.values(upsertedIds).map(String);
  } catch (error) {
    // Another process made the record at this moment: now it is there.
    const late = duplicatesOf(error);
    await write(increases.filter((_, index) => late.has(index)));
    return [];
  }
}
