import { type AuditAction, RETENTION } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

const KEEP_SECONDS = RETENTION.strangerNoteDays * 24 * 3600;

/**
 * The events of a client in a minute that concern no user. Client and typed address are keyed hashes; the database does not
 * have the key.
 */
export interface AnonymousEventRecord {
  /** Action, client and minute. */
  readonly _id: string;
  readonly at: Date;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
  /** How often it happened in the minute. */
  readonly times: number;
}

const schema = new Schema<AnonymousEventRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    action: { type: String, required: true },
    subject: { type: String, required: true },
    detail: { type: Schema.Types.Mixed, default: {} },
    times: { type: Number, required: true },
  },
  { ...recordOptions('stranger_notes'), minimize: false },
);
schema.index({ subject: 1, at: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** Returns the model of notes about strangers. */
export function anonymousEventModel(connection: Connection): Model<AnonymousEventRecord> {
  return connection.model<AnonymousEventRecord>('StrangerNote', schema);
}
