import type { SchemaOptions } from 'mongoose';

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
