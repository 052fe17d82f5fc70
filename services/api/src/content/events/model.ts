import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** The private address of a user's calendar; at most one per user. */
export interface CalendarLinkRecord {
  /** The id of the user. */
  readonly _id: Types.ObjectId;
  /** The public half of the token; the other half is its signature. */
  readonly linkId: string;
  readonly createdAt: Date;
  /** Accurate to the hour. */
  readonly lastReadAt?: Date;
}

const linkSchema = new Schema<CalendarLinkRecord>(
  { linkId: { type: String, required: true }, createdAt: { type: Date, required: true }, lastReadAt: Date },
  recordOptions('calendar_links'),
);
linkSchema.index({ linkId: 1 }, { unique: true });

/** Returns the model of private addresses. */
export function calendarLinkModel(connection: Connection): Model<CalendarLinkRecord> {
  return connection.model<CalendarLinkRecord>('CalendarLink', linkSchema);
}

/** An event of the calendar. */
export interface EventRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  /** Its start; of whole days the first day, at midnight UTC. */
  readonly date: Date;
  /** Its end; of whole days the last day. */
  readonly end?: Date;
  /** If unset, midnight UTC without a time zone means whole days. */
  readonly allDay?: boolean;
  readonly timeZone?: string;
  readonly place?: string;
  readonly url?: string;
  /** `public` alone, or roles, or the keys of roles and groups; without it everybody signed in. */
  readonly audience?: readonly string[];
  /** Identifies the event to calendar programs; never changes. */
  readonly uid: string;
  /** Incremented with each change, for calendar programs. */
  readonly sequence: number;
  readonly updatedAt: Date;
  /** Who added or changed it last. */
  readonly changedBy?: string;
  // Search, filter and sort fields.
  readonly sortTitle?: string;
  readonly wholeDay?: boolean;
  readonly overAt?: Date;
  readonly listedFor?: readonly string[];
  readonly searchText?: string;
}

const schema = new Schema<EventRecord>(
  {
    title: { type: String, required: true },
    date: { type: Date, required: true },
    end: Date,
    allDay: Boolean,
    timeZone: String,
    place: String,
    url: String,
    // Undefined by default: an empty list would hide the event from everybody.
    audience: { type: [String], default: undefined },
    uid: { type: String, required: true },
    sequence: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
    changedBy: String,
    sortTitle: String,
    wholeDay: Boolean,
    overAt: Date,
    listedFor: { type: [String], default: undefined },
    searchText: String,
  },
  recordOptions('events'),
);
schema.index({ updatedAt: -1, _id: -1 });
// Each order of the list, with what is filtered and searched by.
for (const field of ['date', 'sortTitle'])
  schema.index({ [field]: 1, _id: 1, wholeDay: 1, listedFor: 1, searchText: 1 });
schema.index({ listedFor: 1, date: 1, _id: 1 });
schema.index({ uid: 1 }, { unique: true });

/** Returns the model of events. */
export function eventModel(connection: Connection): Model<EventRecord> {
  return connection.model<EventRecord>('Event', schema);
}
