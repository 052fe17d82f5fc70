import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/**
 * How far a row has come. `claimed`: a process prepares it, nothing has left yet. `sending`: it is being handed to the
 * mail server, so whoever finds it abandoned cannot know whether it arrived and must not send it again.
 */
export type OutboxStatus = 'waiting' | 'claimed' | 'sending' | 'sent' | 'failed' | 'dropped';

/** One mail to one recipient. No row ever holds a token: those are made when the mail is sent. */
export interface OutboxRecord {
  readonly _id: string;
  readonly kind: string;
  readonly to: string;
  readonly data: unknown;
  readonly status: OutboxStatus;
  /** Somebody waits for it just now: it goes before all that are not. */
  readonly urgent?: boolean;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly claim?: string;
  readonly claimedUntil?: Date;
  readonly sentAt?: Date;
  readonly lastError?: string;
  /** The last attempt found no mail server at all: as soon as it is back, the row is hurried. */
  readonly away?: boolean;
  /** How often it was hurried; such an attempt does not count among the others. */
  readonly hurried?: number;
  /** When a finished row is forgotten. */
  readonly forgetAt?: Date;
}

const schema = new Schema<OutboxRecord>(
  {
    _id: String,
    kind: { type: String, required: true },
    to: { type: String, required: true },
    data: { type: Schema.Types.Mixed, default: {} },
    status: { type: String, required: true },
    urgent: Boolean,
    attempts: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    nextAttemptAt: { type: Date, required: true },
    claim: String,
    claimedUntil: Date,
    sentAt: Date,
    lastError: String,
    away: Boolean,
    hurried: Number,
    forgetAt: Date,
  },
  { ...recordOptions('outbox'), minimize: false },
);
schema.index({ status: 1, nextAttemptAt: 1 });
schema.index({ urgent: 1, status: 1, nextAttemptAt: 1 }, { partialFilterExpression: { urgent: true } });
schema.index({ away: 1 }, { sparse: true });
schema.index({ status: 1, claimedUntil: 1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ status: 1, createdAt: -1, _id: -1 });
schema.index({ to: 1, createdAt: -1, _id: -1 });
schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** The outbox of a connection. */
export function outboxModel(connection: Connection): Model<OutboxRecord> {
  return connection.model<OutboxRecord>('Outbox', schema);
}
