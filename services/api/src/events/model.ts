import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** An event of the calendar. */
export interface EventRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  /** Midnight UTC is a whole day. */
  readonly date: Date;
  /** Its name in every calendar that has subscribed; it never changes. */
  readonly uid: string;
  /** Grows with every change, so that calendars take the newer one. */
  readonly sequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The private address of one person's calendar; `_id` is the user's. */
export interface CalendarLinkRecord {
  readonly _id: Types.ObjectId;
  readonly email: string;
  /** What the token names; a new one revokes the old. */
  readonly linkId: string;
  readonly createdAt: Date;
}

const eventSchema = new Schema<EventRecord>(
  {
    title: { type: String, required: true },
    date: { type: Date, required: true },
    uid: { type: String, required: true },
    sequence: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  recordOptions('events'),
);
eventSchema.index({ date: 1, _id: 1 });

const linkSchema = new Schema<CalendarLinkRecord>(
  {
    email: { type: String, required: true },
    linkId: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  recordOptions('calendar_links'),
);
linkSchema.index({ linkId: 1 }, { unique: true });

/** The events of a connection. */
export function eventModel(connection: Connection): Model<EventRecord> {
  return connection.model<EventRecord>('Event', eventSchema);
}

/** The calendar links of a connection. */
export function calendarLinkModel(connection: Connection): Model<CalendarLinkRecord> {
  return connection.model<CalendarLinkRecord>('CalendarLink', linkSchema);
}
