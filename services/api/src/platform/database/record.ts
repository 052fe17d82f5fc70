import type { Model, SchemaOptions, Types } from 'mongoose';

/** Returns the schema options of a collection: indexes are created at the start, and no call waits for a database that is down. */
export function recordOptions(collection: string) {
  return {
    collection,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    versionKey: false,
    strict: 'throw',
    strictQuery: true,
  } as const satisfies SchemaOptions;
}

/**
 * Stores a record that was in the bin, as it was there, with fields that only a newer version knows; what it lacks by this one
 * has its default. Throws the database's error when there is one with a key of it.
 */
export async function storeAgain<Row extends { readonly _id: Types.ObjectId }>(
  model: Model<Row>,
  record: Row,
): Promise<void> {
  const completed = new model(record, undefined, { strict: false }).toObject();
  await model.collection.insertOne({ ...completed, ...record }, { ignoreUndefined: true });
}
