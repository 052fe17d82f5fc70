import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** How far a person has read, and when they were here. */
export interface ReadingMarkRecord {
  /** The id of the user. */
  readonly _id: Types.ObjectId;
  readonly readUpTo?: Date;
  /** What of later moments was read apart, by its id and moment; a bounded number. */
  readonly readApart?: readonly { readonly id: string; readonly at: Date }[];
  /** The last sign of this visit, or of the last one. */
  readonly visitedAt?: Date;
  /** The end of the visit before this one. */
  readonly since?: Date;
}

const schema = new Schema<ReadingMarkRecord>(
  {
    readUpTo: Date,
    readApart: { type: [{ id: String, at: Date, _id: false }], default: undefined },
    visitedAt: Date,
    since: Date,
  },
  recordOptions('reading_marks'),
);

/** Returns the model of reading marks. */
export function readingMarkModel(connection: Connection): Model<ReadingMarkRecord> {
  return connection.model<ReadingMarkRecord>('ReadingMark', schema);
}
