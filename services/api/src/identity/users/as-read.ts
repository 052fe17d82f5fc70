import type { Model, mongo } from 'mongoose';
import type { UserRecord } from './model.ts';

/** Made of other fields, which are compared. */
const MADE: readonly string[] = ['searchText', 'searchKeys'];

/** Returns a filter that matches a record while each field is as it was read, those of a newer version included. */
export function asRead(model: Model<UserRecord>, record: UserRecord): mongo.Filter<mongo.BSON.Document> {
  const read: Readonly<Record<string, unknown>> = { ...record };
  const names = new Set([...Object.keys(model.schema.paths), ...Object.keys(read)]);
  return Object.fromEntries(
    [...names].filter((name) => !MADE.includes(name)).map((name) => [name, { $eq: read[name] ?? null }]),
  );
}
