import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** The private address of a user's calendar; at most one per user. */
export interface CalendarLinkRecord {
  /** The user's id. A user who is deleted and added again has another one. */
  readonly _id: Types.ObjectId;
  /** The public half of the token; the other half is its signature. */
  readonly linkId: string;
  readonly createdAt: Date;
  /** Accurate to the hour. */
  readonly lastReadAt?: Date;
}

const schema = new Schema<CalendarLinkRecord>(
  { linkId: { type: String, required: true }, createdAt: { type: Date, required: true }, lastReadAt: Date },
  recordOptions('calendar_links'),
);
schema.index({ linkId: 1 }, { unique: true });

/** Returns the model of private addresses. */
export function calendarLinkModel(connection: Connection): Model<CalendarLinkRecord> {
  return connection.model<CalendarLinkRecord>('CalendarLink', schema);
}
