import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** An event of the calendar. */
export interface EventRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  /** Midnight UTC means a whole day. */
  readonly date: Date;
  /** Identifies the event to calendar programs; never changes. */
  readonly uid: string;
  /** Incremented with each change, for calendar programs. */
  readonly sequence: number;
  readonly updatedAt: Date;
}

const schema = new Schema<EventRecord>(
  {
    title: { type: String, required: true },
    date: { type: Date, required: true },
    uid: { type: String, required: true },
    sequence: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
  },
  recordOptions('events'),
);
schema.index({ date: 1, _id: 1 });
schema.index({ uid: 1 }, { unique: true });

/** Returns the model of events. */
export function eventModel(connection: Connection): Model<EventRecord> {
  return connection.model<EventRecord>('Event', schema);
}
