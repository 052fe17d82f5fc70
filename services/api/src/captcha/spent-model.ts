import { createHash } from 'node:crypto';
import { type Connection, type Model, mongo, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A solution that was used; kept until it would have run out by itself. */
interface SpentRecord {
  readonly _id: string;
  readonly expiresAt: Date;
}

const DUPLICATE_KEY = 11_000;

const schema = new Schema<SpentRecord>(
  { _id: String, expiresAt: { type: Date, required: true } },
  recordOptions('spent_captchas'),
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Spends solutions: of many at the same time, in whichever process, one is the first. */
export function createSpending(connection: Connection): (solution: string, expiresAt: Date) => Promise<boolean> {
  const model: Model<SpentRecord> = connection.model<SpentRecord>('SpentCaptcha', schema);
  return async (solution, expiresAt) => {
    try {
      await model.create({ _id: createHash('sha256').update(solution).digest('base64url'), expiresAt });
      return true;
    } catch (error) {
      if (error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  };
}
