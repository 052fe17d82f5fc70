import { recordOptions } from '../database/record.ts';

/** Only what no failover of the database takes back is sealed, or followed by a seal. */
export const MAJORITY = 'majority';

/** The options of a write of the trail, whatever the URI says: it is answered when no failover takes it back. */
export const MAJORITY_WRITE = { writeConcern: { w: MAJORITY } } as const;

/** Returns the schema options of a collection of the trail. Mongoose heeds them in all writes but `insertMany`. */
export function trailOptions(collection: string) {
  return { ...recordOptions(collection), ...MAJORITY_WRITE } as const;
}
