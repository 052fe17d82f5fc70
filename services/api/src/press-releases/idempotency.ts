import { createHash } from 'node:crypto';
import { type Connection, type Model, mongo, Schema, Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';
import { ApiError, invalidFields } from '../http/problem.ts';

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

const KEEP_SECONDS = 7 * 24 * 3600;
const DUPLICATE_KEY = 11_000;
const KEY = /^[\x21-\x7e]{1,200}$/;

const schema = new Schema<IdempotencyRecord>(
  { _id: String, bodyHash: String, recordId: Schema.Types.ObjectId, isMade: Boolean, createdAt: Date },
  recordOptions('idempotency_keys'),
);
schema.index({ createdAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** What a call stands for. */
export interface Intent {
  /** The id for the record that the call makes. */
  readonly recordId: Types.ObjectId;
  /** An earlier call has made it. */
  readonly isMade: boolean;
  /** The record is made. */
  settle(): Promise<void>;
}

/** Gives every call of one intent the same record. */
export interface IdempotencyKeys {
  /**
   * The same person with the same key gets the same id, at the same moment included, so that inserting the record decides
   * who is first. The same key with another body is refused.
   */
  intentOf(person: string, key: string | undefined, body: unknown): Promise<Intent>;
}

/** The keys of a database. */
export function createIdempotencyKeys(connection: Connection): IdempotencyKeys {
  const model: Model<IdempotencyRecord> = connection.model<IdempotencyRecord>('IdempotencyKey', schema);

  /** Stores the key, or finds the one that is stored already. */
  async function stored(wanted: IdempotencyRecord): Promise<IdempotencyRecord> {
    for (;;) {
      try {
        await model.create(wanted);
        return wanted;
      } catch (error) {
        if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
      }
      const known = await model.findById(wanted._id).lean();
      if (known !== null) return known;
    }
  }

  return {
    intentOf: async (person, key, body) => {
      const recordId = new Types.ObjectId();
      if (key === undefined) return { recordId, isMade: false, settle: async () => undefined };
      if (!KEY.test(key)) {
        throw invalidFields([{ path: 'header.Idempotency-Key', message: 'up to 200 visible ASCII characters' }]);
      }
      const _id = `${person} ${key}`;
      const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const record = await stored({ _id, bodyHash, recordId, isMade: false, createdAt: new Date() });
      if (record.bodyHash !== bodyHash) {
        throw new ApiError(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another body.');
      }
      return {
        recordId: record.recordId,
        isMade: record.isMade,
        settle: async () => {
          await model.updateOne({ _id }, { $set: { isMade: true } });
        },
      };
    },
  };
}
