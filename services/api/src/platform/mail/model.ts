import type { MailKindName } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import type { z } from 'zod';
import { recordOptions } from '../database/record.ts';
import type { ReadyMail } from './transport.ts';

/** A composed mail. */
export type ComposedMail = Omit<ReadyMail, 'id' | 'to'>;

/** A queued mail. */
export interface QueuedMail<Data> {
  readonly id: string;
  readonly to: string;
  readonly data: Data;
  readonly createdAt: Date;
}

/** A kind of mail; composed when it is sent. */
export interface MailKind<Data> {
  readonly name: MailKindName;
  readonly data: z.ZodType<Data>;
  /** Whether users wait for it: sent before others, with workers of its own. False by default. */
  readonly urgent?: boolean;
  /** Returns the mail; undefined when it is not wanted any more. */
  compose(mail: QueuedMail<Data>): Promise<ComposedMail | undefined> | ComposedMail | undefined;
  /** Called when the server has accepted the mail. */
  sent?(mail: QueuedMail<Data>): Promise<void>;
  /** Called after each failed attempt. */
  failed?(mail: QueuedMail<Data>, reason: string): Promise<void>;
  /** After how many minutes an unsent mail fails; by default after the last retry. */
  readonly expiresAfterMinutes?: number;
}

/** Queues a mail. The same `key` is queued once; by default a random one. Returns whether it was new. */
export type Enqueue<Data> = (to: string, data: Data, key?: string) => Promise<boolean>;

/**
 * The state of a mail. `claimed`: a process prepares it, nothing was sent yet. `sending`: it is being handed over; if
 * abandoned, it may have arrived, and must not be sent again.
 */
export type OutboxStatus = 'waiting' | 'claimed' | 'sending' | 'sent' | 'failed' | 'dropped';

/** A mail to one recipient. No row holds a token: those are made when the mail is sent. */
export interface OutboxRecord {
  readonly _id: string;
  readonly kind: string;
  readonly to: string;
  readonly data: unknown;
  readonly status: OutboxStatus;
  /** A user waits for it: sent before others. */
  readonly urgent?: boolean;
  readonly attempts: number;
  /** The id of the request that asked for it. */
  readonly request?: string;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date;
  readonly claim?: string;
  readonly claimedUntil?: Date;
  readonly sentAt?: Date;
  readonly lastError?: string;
  /** The last attempt found no mail server; retried as soon as it is up. */
  readonly away?: boolean;
  /** How often it was retried early; those attempts do not count. */
  readonly hurried?: number;
  /** When a finished row is deleted. */
  readonly forgetAt?: Date;
  readonly searchText?: string;
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
    request: String,
    createdAt: { type: Date, required: true },
    nextAttemptAt: { type: Date, required: true },
    claim: String,
    claimedUntil: Date,
    sentAt: Date,
    lastError: String,
    away: Boolean,
    hurried: Number,
    forgetAt: Date,
    searchText: String,
  },
  { ...recordOptions('outbox'), minimize: false },
);
schema.index({ status: 1, nextAttemptAt: 1 });
schema.index({ urgent: 1, status: 1, nextAttemptAt: 1 }, { partialFilterExpression: { urgent: true } });
schema.index({ away: 1 }, { sparse: true });
schema.index({ status: 1, claimedUntil: 1 });
schema.index({ status: 1, createdAt: -1, _id: -1 });
// Each order of the list, with what is filtered and searched by.
for (const field of ['createdAt', 'to', 'kind'])
  schema.index({ [field]: 1, _id: 1, ...(field !== 'kind' && { kind: 1 }), status: 1, searchText: 1 });
// Few rows have an error, unless the mail server is away.
schema.index(
  { createdAt: 1, _id: 1, status: 1 },
  { name: 'troubled', partialFilterExpression: { lastError: { $exists: true } } },
);
schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of mails. */
export function outboxModel(connection: Connection): Model<OutboxRecord> {
  return connection.model<OutboxRecord>('Outbox', schema);
}
