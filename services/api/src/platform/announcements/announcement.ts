import type { LiveEvent } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS, type Announcement as StoredAnnouncement } from '@cytocomm/releases';
import { type Connection, type Model, Schema, Types } from 'mongoose';
import type { Principal } from '../calls/access.ts';
import { isReadBy, readerKeys, type StoredReaders } from '../calls/readers.ts';
import { recordOptions } from '../database/record.ts';

/** A stored announcement; its keys are those of `readers.ts`, and of single people. */
export interface Announcement extends StoredAnnouncement {
  readonly _id: Types.ObjectId;
}

/** How long a client may be away and still catch up, in seconds. */
const TTL_S = 24 * 3600;

const schema = new Schema<Announcement>(
  {
    at: { type: Date, required: true },
    event: { type: Schema.Types.Mixed, required: true },
    to: { type: [String], required: true },
  },
  recordOptions(RELEASE_COLLECTIONS.announcements),
);
schema.index({ at: 1 }, { expireAfterSeconds: TTL_S });

/** Returns the model of announcements. */
export function announcementModel(connection: Connection): Model<Announcement> {
  return connection.model<Announcement>('Announcement', schema);
}

/** Everybody signed in. */
export const SIGNED_IN = 'signed_in';

/** Returns the key of one person. */
export const personKey = (userId: string): string => `person ${userId}`;

/** Returns an announcement to those with some keys. Admins hear all but what others have read. */
export function announcementOf(event: LiveEvent, readers: readonly (StoredReaders | undefined)[], at: Date) {
  const to = [...(event.collection === 'reading_marks' ? [] : ['admin']), ...readers.flatMap((each) => each ?? [])];
  return { _id: new Types.ObjectId(), at, event, to: [...new Set(to)] };
}

/** Whether a person may hear of an announcement. */
export function mayHear(principal: Principal, { to }: Pick<Announcement, 'to'>): boolean {
  const keys = readerKeys(['public', SIGNED_IN, ...principal.roles], principal);
  return isReadBy(to, [...keys, personKey(principal.userId)]);
}
