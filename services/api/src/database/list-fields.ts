import type { Connection, mongo } from 'mongoose';
import { changeRecords, type RecordChange } from './change-records.ts';

/** What the list of a collection is searched and ordered by, and what that is made of. */
export interface ListFields {
  readonly collection: string;
  /** The fields that it is made of. */
  readonly sources: readonly string[];
  readonly fieldsOf: (record: mongo.BSON.Document) => Readonly<Record<string, unknown>>;
}

/** Returns the change that makes the fields of a record, unless it was changed meanwhile: then they were made of what it says now. */
function making({ sources, fieldsOf }: ListFields, record: mongo.BSON.Document): RecordChange {
  const unchanged = Object.fromEntries(sources.map((source) => [source, record[source] ?? null]));
  return { filter: { _id: record._id, ...unchanged }, fields: fieldsOf(record) };
}

const projectionOf = ({ sources }: ListFields) => Object.fromEntries(sources.map((source) => [source, 1]));

/** Those of a collection whose fields an earlier version of the portal, which may still run, did not make. */
export const INCOMPLETE = { searchKeys: null };

/**
 * Makes the list's fields of records without them, at most `limit`. Returns how many there were. Safe to repeat. By default among all
 * records.
 */
export async function completeFields(
  connection: Connection,
  list: ListFields,
  limit: number,
  among: mongo.Filter<mongo.BSON.Document> = {},
): Promise<number> {
  const records = connection.collection(list.collection);
  const found = records.find({ ...among, ...INCOMPLETE }, { projection: projectionOf(list) }).limit(limit);
  let count = 0;
  await changeRecords(records, found, (record) => {
    count += 1;
    return making(list, record);
  });
  return count;
}

/** Makes the list's fields of all its records, or those among them, once more. Safe to repeat. */
export function remakeFields(
  connection: Connection,
  list: ListFields,
  among: mongo.Filter<mongo.BSON.Document> = {},
): Promise<void> {
  const records = connection.collection(list.collection);
  return changeRecords(records, records.find(among, { projection: projectionOf(list) }), (record) =>
    making(list, record),
  );
}
