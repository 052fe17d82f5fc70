import type { Connection, mongo } from 'mongoose';

/** What the list of a collection is searched and ordered by, and what that is made of. */
export interface ListFields {
  readonly collection: string;
  /** The fields that it is made of. */
  readonly sources: readonly string[];
  readonly fieldsOf: (record: mongo.BSON.Document) => Readonly<Record<string, unknown>>;
}

/** How many records are changed at once. */
const BATCH = 200;

/** Returns the change that makes the fields of a record, unless it was changed meanwhile: then they were made of what it says now. */
function making({ sources, fieldsOf }: ListFields, record: mongo.BSON.Document): mongo.AnyBulkWriteOperation {
  const unchanged = Object.fromEntries(sources.map((source) => [source, record[source] ?? null]));
  return { updateOne: { filter: { _id: record._id, ...unchanged }, update: { $set: fieldsOf(record) } } };
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
  const incomplete = await records
    .find({ ...among, ...INCOMPLETE }, { projection: projectionOf(list) })
    .limit(limit)
    .toArray();
  if (incomplete.length === 0) return 0;
  await records.bulkWrite(
    incomplete.map((record) => making(list, record)),
    { ordered: false },
  );
  return incomplete.length;
}

/** Makes the list's fields of all its records, or those among them, once more. Safe to repeat. */
export async function remakeFields(
  connection: Connection,
  list: ListFields,
  among: mongo.Filter<mongo.BSON.Document> = {},
): Promise<void> {
  const records = connection.collection(list.collection);
  let changes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (changes.length > 0) await records.bulkWrite(changes, { ordered: false });
    changes = [];
  };
  for await (const record of records.find(among, { projection: projectionOf(list) }).batchSize(BATCH)) {
    changes.push(making(list, record));
    if (changes.length === BATCH) await write();
  }
  await write();
}
