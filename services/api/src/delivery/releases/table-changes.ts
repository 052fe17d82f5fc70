import type { Connection } from 'mongoose';
import { conflict } from '../../platform/calls/problem.ts';
import { isDuplicateKey } from '../../platform/database/duplicate-key.ts';
import { type RemoteRecord, remoteModel, type TableChange, tableChangeModel } from './claims-model.ts';

/** How often a change is decided again because others were faster. */
const MAX_TRIES = 20;

/** A row as a change leaves it. */
type ChangedRow = Omit<RemoteRecord, 'changed'>;

/**
 * Changes of the table of remotes, one after the other across all processes, without transactions: what is decided by
 * looking at all rows still holds when the row is written.
 */
export interface TableChanges {
  /**
   * Writes the row that `decide` returns. It gets the number of the change, reads the table, and throws what is wrong; it
   * is asked again where another change came between. Throws 409 when that happens too often.
   */
  make(decide: (number: number) => Promise<ChangedRow>): Promise<void>;
}

/** Creates the changes of a database. */
export function createTableChanges(connection: Connection): TableChanges {
  const rows = remoteModel(connection);
  const changes = tableChangeModel(connection);

  /** Writes a row unless a later change has; may be repeated, so that whoever comes next ends what a crash left. */
  async function write({ number, row: { _id, ...row } }: Pick<TableChange, 'number' | 'row'>): Promise<void> {
    const older = { $or: [{ changed: { $exists: false } }, { changed: { $lt: number } }] };
    try {
      await rows.updateOne({ _id, ...older }, { $set: { ...row, changed: number } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await changes.updateOne({ _id: 'last', number }, { $set: { isWritten: true } });
  }

  /** Whether this is the change after `last`: no other one was decided meanwhile. */
  async function isNext(last: TableChange | null, row: ChangedRow, number: number): Promise<boolean> {
    if (last !== null) {
      const same = { _id: 'last', number: last.number } as const;
      return (await changes.updateOne(same, { $set: { number, row, isWritten: false } })).matchedCount === 1;
    }
    try {
      await changes.create({ _id: 'last', number, row, isWritten: false });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  return {
    make: async (decide) => {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const last = await changes.findById('last').lean();
        if (last !== null && !last.isWritten) await write(last);
        const number = (last?.number ?? 0) + 1;
        const row = await decide(number);
        if (await isNext(last, row, number)) return write({ number, row });
      }
      throw conflict('conflict', 'Somebody else just changed the table of remotes. Try again.');
    },
  };
}
