import { mongo } from 'mongoose';

/** The code of a write whose unique key is there already. */
export const DUPLICATE_KEY = 11_000;

/** Whether a write failed because a unique index has that key already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}
