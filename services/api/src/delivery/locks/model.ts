import { type LIVE_ID, type LiveState, RELEASE_COLLECTIONS, type StoredLock } from '@cytocomm/releases';
import { type Connection, type mongo, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** The single record of the live state. */
export interface LiveRecord extends LiveState {
  readonly _id: typeof LIVE_ID;
}

// For indexes only: a lock must be read exactly as it was signed.
const lockSchema = new Schema({ _id: String, deployedAt: Date }, recordOptions(RELEASE_COLLECTIONS.locks));
lockSchema.index({ deployedAt: -1, _id: -1 });
// Web processes find a lock by a release that an open tab still requests.
lockSchema.index({ 'shell.release': 1, 'shell.name': 1 });
lockSchema.index({ 'remotes.release': 1, 'remotes.name': 1 });

/** Returns the collections of locks and of the live state. */
export function lockCollections(connection: Connection): {
  readonly locks: mongo.Collection<StoredLock>;
  readonly live: mongo.Collection<LiveRecord>;
} {
  connection.model('Lock', lockSchema);
  return {
    locks: connection.collection<StoredLock>(RELEASE_COLLECTIONS.locks),
    live: connection.collection<LiveRecord>(RELEASE_COLLECTIONS.live),
  };
}
