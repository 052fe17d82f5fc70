import type { Collection, mongo } from 'mongoose';

/** How many records are changed at once: few enough that a small database answers its heartbeat meanwhile. */
export const BATCH = 200;

/** Which record is changed, and the fields that it gets. */
export interface RecordChange {
  readonly filter: mongo.Filter<mongo.BSON.Document>;
  readonly fields: mongo.BSON.Document;
}

/** Changes each record that a cursor finds, batch by batch. */
export async function changeRecords(
  records: Collection,
  found: mongo.FindCursor<mongo.BSON.Document>,
  changeOf: (record: mongo.BSON.Document) => RecordChange,
): Promise<void> {
  let changes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (changes.length > 0) await records.bulkWrite(changes, { ordered: false });
    changes = [];
  };
  for await (const record of found.batchSize(BATCH)) {
    const { filter, fields } = changeOf(record);
    changes.push({ updateOne: { filter, update: { $set: fields } } });
    if (changes.length === BATCH) await write();
  }
  await write();
}
