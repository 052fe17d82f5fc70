import type { Collection, mongo } from 'mongoose';

/**
 * Adds what a list is searched and ordered by to records without search keys, at most `limit` of them: those of an earlier version of
 * the portal, which may still run and add some while this one does. Returns how many there were. Safe to repeat. By default among all
 * records.
 */
export async function completeFields(
  records: Collection,
  limit: number,
  fieldsOf: (record: mongo.BSON.Document) => mongo.BSON.Document,
  among: mongo.Filter<mongo.BSON.Document> = {},
): Promise<number> {
  const incomplete = await records
    .find({ ...among, searchKeys: null }, { projection: { content: 0 } })
    .limit(limit)
    .toArray();
  if (incomplete.length === 0) return 0;
  await records.bulkWrite(
    incomplete.map((record) => ({
      updateOne: { filter: { _id: record._id, searchKeys: null }, update: { $set: fieldsOf(record) } },
    })),
    { ordered: false },
  );
  return incomplete.length;
}
