import { createHash } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { recordOptions } from '../database/record.ts';

/** A solution that was used; kept until it would have run out by itself. */
interface SpentRecord {
  readonly _id: string;
  readonly expiresAt: Date;
}

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
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
}
