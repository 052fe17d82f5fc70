import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** The private address of one person's calendar. There is one at most, so a new one replaces the old. */
export interface CalendarLinkRecord {
  /** The person's id. Somebody who is deleted and added again under the same e-mail is another person. */
  readonly _id: Types.ObjectId;
  /** The public half of the token. The other half is computed from it with a key that no record holds. */
  readonly linkId: string;
  readonly createdAt: Date;
  /** To the hour: so its person sees whether somebody else reads at it. */
  readonly lastReadAt?: Date;
}

const schema = new Schema<CalendarLinkRecord>(
  { linkId: { type: String, required: true }, createdAt: { type: Date, required: true }, lastReadAt: Date },
  recordOptions('calendar_links'),
);
schema.index({ linkId: 1 }, { unique: true });

/** The private addresses of a connection. */
export function calendarLinkModel(connection: Connection): Model<CalendarLinkRecord> {
  return connection.model<CalendarLinkRecord>('CalendarLink', schema);
}
