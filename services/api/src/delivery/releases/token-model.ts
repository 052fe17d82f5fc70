import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A team token; the database removes it when it has expired. */
export interface TeamTokenRecord {
  readonly _id: Types.ObjectId;
  /** SHA-256 of the token, 64 hex digits. */
  readonly hash: string;
  readonly remote: string;
  /** Its place among the tokens of the remote, from 0: the index bounds how many there are. */
  readonly slot: number;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const schema = new Schema<TeamTokenRecord>(
  {
    hash: { type: String, required: true },
    remote: { type: String, required: true },
    slot: { type: Number, required: true },
    name: { type: String, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  recordOptions('team_tokens'),
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ remote: 1, slot: 1 }, { unique: true });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of team tokens. */
export function teamTokenModel(connection: Connection): Model<TeamTokenRecord> {
  return connection.model<TeamTokenRecord>('TeamToken', schema);
}
