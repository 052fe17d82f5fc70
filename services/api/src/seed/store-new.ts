import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11_000;

/** Stores a record, and resolves to whether it was new: false when another seed that runs just now was faster. */
export async function storeNew(store: () => Promise<unknown>): Promise<boolean> {
  try {
    await store();
    return true;
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
    return false;
  }
}
