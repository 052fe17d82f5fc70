import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A session as connect-mongo stores it, under the hash of the cookie's id. */
export interface StoredSession {
  readonly _id: string;
  readonly session: unknown;
  readonly expires: Date;
  readonly lastModified?: Date;
}

const schema = new Schema<StoredSession>(
  { _id: String, session: Schema.Types.Mixed, expires: Date, lastModified: Date },
  recordOptions('sessions'),
);
schema.index({ expires: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of sessions. */
export function sessionModel(connection: Connection): Model<StoredSession> {
  return connection.model<StoredSession>('Session', schema);
}
