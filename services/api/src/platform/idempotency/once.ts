import { createHash } from 'node:crypto';
import { RETENTION } from '@cytocomm/contract';
import type { Request } from 'express';
import { type Connection, type Model, Schema, Types } from 'mongoose';
import { ApiError, conflict, invalidFields } from '../calls/problem.ts';
import { recordOptions } from '../database/record.ts';

/** A client's key and its call. */
interface IdempotencyRecord {
  /** Caller and key. */
  readonly _id: string;
  readonly bodyHash: string;
  /** The id of the record that the call created; if there is none, it was deleted. */
  readonly recordId: Types.ObjectId;
  readonly createdAt: Date;
}

const KEEP_SECONDS = RETENTION.idempotencyKeyDays * 24 * 3600;
const KEY = /^[\x21-\x7e]{1,200}$/;

const schema = new Schema<IdempotencyRecord>(
  { _id: String, bodyHash: String, recordId: Schema.Types.ObjectId, createdAt: Date },
  recordOptions('idempotency_keys'),
);
schema.index({ createdAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** A call that is made once per key. */
interface KeyedCall {
  /** The caller: two users may choose the same key. */
  readonly person: string;
  /** The `Idempotency-Key`; undefined without one. */
  readonly key: string | undefined;
  /** The content that distinguishes the call from others under the same key, as JSON. */
  readonly body: unknown;
}

/** How a call creates its record. */
interface Creation<Created> {
  readonly make: (id: Types.ObjectId) => Promise<Created>;
  readonly find: (id: Types.ObjectId) => Promise<Created | null>;
}

/** Returns the key of a request. Throws 400 for an invalid one. */
export function keyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  throw invalidFields([{ path: 'header.Idempotency-Key', message: 'up to 200 visible ASCII characters' }]);
}

/**
 * Creates the record of a call and stores its key, both in the change that it is called in, or returns the record of an earlier
 * call with the same key. Throws 422 for a key of another body, 409 when the record was deleted since.
 */
export interface Once {
  <Created>(call: KeyedCall, creation: Creation<Created>): Promise<Created>;
  /** Whether the caller used a key before. Throws 409 when what it has made was deleted since: asked before a long body is read. */
  isUsed(call: Omit<KeyedCall, 'body'>, find: Creation<unknown>['find']): Promise<boolean>;
}

const deleted = () => conflict('conflict', 'What this Idempotency-Key has made was deleted since.');

/** Creates `once` on the keys of a database. */
export function createOnce(connection: Connection): Once {
  const model: Model<IdempotencyRecord> = connection.model<IdempotencyRecord>('IdempotencyKey', schema);

  async function once<Created>({ person, key, body }: KeyedCall, { make, find }: Creation<Created>): Promise<Created> {
    const recordId = new Types.ObjectId();
    if (key === undefined) return make(recordId);
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const record = { bodyHash, recordId, createdAt: new Date() };
    // Of two calls at once the second waits for the first, or is repeated.
    const before = await model
      .findOneAndUpdate({ _id: `${person} ${key}` }, { $setOnInsert: record }, { upsert: true })
      .lean();
    if (before === null) return make(recordId);
    if (before.bodyHash !== bodyHash)
      throw new ApiError(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another body.');
    const existing = await find(before.recordId);
    if (existing === null) throw deleted();
    return existing;
  }

  const isUsed: Once['isUsed'] = async ({ person, key }, find) => {
    const record = key === undefined ? null : await model.findById(`${person} ${key}`).lean();
    if (record !== null && (await find(record.recordId)) === null) throw deleted();
    return record !== null;
  };

  return Object.assign(once, { isUsed });
}
