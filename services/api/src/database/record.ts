import type { SchemaOptions } from 'mongoose';

/** The schema options of every record: indexes are made at the start, never on the side, and nothing waits for a database that is away. */
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
