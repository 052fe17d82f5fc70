import { createHash } from 'node:crypto';
import { RETENTION } from '@cytocomm/contract';
import type { Request } from 'express';
import { type Connection, type Model, Schema, Types } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { recordOptions } from '../database/record.ts';
import { beforeWriting } from '../http/database-trouble.ts';
import { ApiError, conflict, invalidFields } from '../http/problem.ts';

/** A key that a client has sent, with what it stood for. */
interface IdempotencyRecord {
  /** Whose key: two people may choose the same. */
  readonly _id: string;
  readonly bodyHash: string;
  /** The id of the record that is made under this key. */
  readonly recordId: Types.ObjectId;
  /** The record was made; if it is not there any more, it was deleted since. */
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

/** Whose call it is, its `Idempotency-Key` if it has one, and what it asks for. */
interface Wish {
  readonly person: string;
  readonly key: string | undefined;
  /** Anything that differs between two calls that ask for different things, as JSON. */
  readonly body: unknown;
}

/** How the record of a wish comes to be. */
interface Making<Made> {
  /** Stores it under this id. The unique `_id` decides which of several calls is first, so it fails for the others. */
  readonly make: (id: Types.ObjectId) => Promise<Made>;
  readonly find: (id: Types.ObjectId) => Promise<Made | null>;
  /** What belongs to a new record besides. Also called for one that an earlier call may have left incomplete. */
  readonly complete: (record: Made, isNew: boolean) => Promise<void>;
}

/** The key that a request carries. Throws 400 for one that cannot be a key. */
export function keyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  throw invalidFields([{ path: 'header.Idempotency-Key', message: 'up to 200 visible ASCII characters' }]);
}

/**
 * Makes the record of a wish, or finds the one that an earlier call of the same person under the same key has made, or one of
 * the same moment is making. Throws 422 when the key stood for something else, 409 when its record was deleted since.
 */
export type Once = <Made>(wish: Wish, making: Making<Made>) => Promise<Made>;

const deleted = () => conflict('conflict', 'What this Idempotency-Key has made was deleted since.');

/** The keys of a database. */
export function createOnce(connection: Connection): Once {
  const model: Model<IdempotencyRecord> = connection.model<IdempotencyRecord>('IdempotencyKey', schema);

  /** Stores the key, or finds the one that is stored already. */
  async function stored(wanted: IdempotencyRecord): Promise<IdempotencyRecord> {
    for (;;) {
      try {
        await model.create(wanted);
        return wanted;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const known = await model.findById(wanted._id).lean();
      if (known !== null) return known;
    }
  }

  async function recordOf({ person, key, body }: Wish): Promise<IdempotencyRecord | undefined> {
    if (key === undefined) return undefined;
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const _id = `${person} ${key}`;
    const wanted = { _id, bodyHash, recordId: new Types.ObjectId(), isMade: false, createdAt: new Date() };
    const record = await beforeWriting(stored(wanted));
    if (record.bodyHash !== bodyHash) {
      throw new ApiError(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another body.');
    }
    return record;
  }

  return async (wish, { make, find, complete }) => {
    const record = await recordOf(wish);
    if (record === undefined) {
      const made = await make(new Types.ObjectId());
      await complete(made, true);
      return made;
    }
    const known = async () => {
      const found = await find(record.recordId);
      if (found === null) throw deleted();
      return found;
    };
    if (record.isMade) return known();
    let isNew = true;
    const made = await make(record.recordId).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      isNew = false;
      return known();
    });
    await complete(made, isNew);
    await model.updateOne({ _id: record._id }, { $set: { isMade: true } });
    return made;
  };
}
