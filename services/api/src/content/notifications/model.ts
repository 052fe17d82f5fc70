import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** The read marks and the last visit of a person. */
export interface ReadingMarkRecord {
  /** The id of the user. */
  readonly _id: Types.ObjectId;
  readonly readUpTo?: Date;
  /** Single notifications read after `readUpTo`, a bounded number. */
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
