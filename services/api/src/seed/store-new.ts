import { isDuplicateKey } from '../database/duplicate-key.ts';

/** Stores a record, and resolves to whether it was new: false when another seed that runs just now was faster. */
export async function storeNew(store: () => Promise<unknown>): Promise<boolean> {
  try {
    await store();
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
