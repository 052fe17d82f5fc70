import { createHash } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';
import { isDuplicateKey } from '../database/trouble.ts';

/** A spent solution, stored until it expires. */
interface SpentRecord {
  readonly _id: string;
  readonly expiresAt: Date;
}

const schema = new Schema<SpentRecord>(
  { _id: String, expiresAt: { type: Date, required: true } },
  recordOptions('spent_captchas'),
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Returns a function that spends a solution, and returns whether it was the first to do so. */
export function createSpending(connection: Connection): (solution: string, expiresAt: Date) => Promise<boolean> {
  const model: Model<SpentRecord> = connection.model<SpentRecord>('SpentCaptcha', schema);
  return async (solution, expiresAt) => {
    try {
      await model.create({ _id: createHash('sha256').update(solution).digest('base64url'), expiresAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
}
