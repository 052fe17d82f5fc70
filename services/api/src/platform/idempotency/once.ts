import { createHash } from 'node:crypto';
import { RETENTION } from '@cytocomm/contract';
import type { Request } from 'express';
import { type Connection, type Model, Schema, Types } from 'mongoose';
import { ApiError, conflict, invalidFields } from '../calls/problem.ts';
import { recordOptions } from '../database/record.ts';
import { beforeWriting, isDuplicateKey } from '../database/trouble.ts';

/** A client's key and its call. */
interface IdempotencyRecord {
  /** Caller and key. */
  readonly _id: string;
  readonly bodyHash: string;
  /** The id of the record to create. */
  readonly recordId: Types.ObjectId;
  /** Whether the record was created; if it is missing then, it was deleted. */
  readonly isMade: boolean;
  readonly createdAt: Date;
}

const KEEP_SECONDS = RETENTION.idempotencyKeyDays * 24 * 3600;
const KEY = /^[\x21-\x7e]{1,200}$/;

const schema = new Schema<IdempotencyRecord>(
  { _id: String, bodyHash: String, recordId: Schema.Types.ObjectId, isMade: Boolean, createdAt: Date },
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
  /** Stores the record under this id; fails for all but the first of several calls. */
  readonly make: (id: Types.ObjectId) => Promise<Created>;
  readonly find: (id: Types.ObjectId) => Promise<Created | null>;
  /** Called after `make`, also for a record that an earlier call may have left incomplete. */
  readonly complete: (record: Created, isNew: boolean) => Promise<void>;
}

/** Returns the key of a request. Throws 400 for an invalid one. */
export function keyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  throw invalidFields([{ path: 'header.Idempotency-Key', message: 'up to 200 visible ASCII characters' }]);
}

/**
 * Creates the record of a call, or returns the one that another call with the same key creates or has created. Throws 422 for
 * a key of another body, 409 when the record was deleted since.
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

  /** Stores a key, or returns the stored one. */
  async function storeKey(record: IdempotencyRecord): Promise<IdempotencyRecord> {
    for (;;) {
      try {
        await model.create(record);
        return record;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const existing = await model.findById(record._id).lean();
      if (existing !== null) return existing;
    }
  }

  async function recordOf({ person, key, body }: KeyedCall): Promise<IdempotencyRecord | undefined> {
    if (key === undefined) return undefined;
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const _id = `${person} ${key}`;
    const created = { _id, bodyHash, recordId: new Types.ObjectId(), isMade: false, createdAt: new Date() };
    const record = await beforeWriting(storeKey(created));
    if (record.bodyHash !== bodyHash) {
      throw new ApiError(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another body.');
    }
    return record;
  }

  const isUsed: Once['isUsed'] = async ({ person, key }, find) => {
    const record = key === undefined ? null : await model.findById(`${person} ${key}`).lean();
    if (record?.isMade === true && (await find(record.recordId)) === null) throw deleted();
    return record !== null;
  };

  async function once<Created>(call: KeyedCall, { make, find, complete }: Creation<Created>): Promise<Created> {
    const record = await recordOf(call);
    if (record === undefined) {
      const created = await make(new Types.ObjectId());
      await complete(created, true);
      return created;
    }
    const findExisting = async () => {
      const existing = await find(record.recordId);
      if (existing === null) throw deleted();
      return existing;
    };
    if (record.isMade) return findExisting();
    let isNew = true;
    const created = await make(record.recordId).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      isNew = false;
      return findExisting();
    });
    await complete(created, isNew);
    await model.updateOne({ _id: record._id }, { $set: { isMade: true } });
    return created;
  }

  return Object.assign(once, { isUsed });
}
