import type { Model, mongo } from 'mongoose';
import type { UserRecord } from './model.ts';

/** Made of other fields, which are compared. */
const DERIVED_FIELDS: readonly string[] = ['searchText', 'searchKeys'];

/** Returns a filter that matches a record while each field is as it was read, those of a newer version included. */
export function matchUnchanged(model: Model<UserRecord>, record: UserRecord): mongo.Filter<mongo.BSON.Document> {
  const read: Readonly<Record<string, unknown>> = { ...record };
  const names = new Set([...Object.keys(model.schema.paths), ...Object.keys(read)]);
  return Object.fromEntries(
    [...names].filter((name) => !DERIVED_FIELDS.includes(name)).map((name) => [name, { $eq: read[name] ?? null }]),
  );
}
