import { lockIdSchema } from '@cytocomm/contract';
import {
  LIVE_ID,
  type LiveState,
  LockAltered,
  type LockRecord,
  liveStateSchema,
  readStoredLock,
  type StoredLock,
} from '@cytocomm/releases';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { cutPage, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { notFound } from '../http/problem.ts';
import { lockCollections } from './model.ts';
import { lockConflict } from './refusals.ts';

/** The locks of a database and its live state. */
export interface LockStore {
  /** Returns what visitors get; null before the first promotion. Throws 409 when the record was altered. */
  state(): Promise<LiveState | null>;
  /** Returns a lock that is or was deployed. Throws 404, and 409 when it was altered. */
  read(id: string): Promise<LockRecord>;
  /** Returns a lock that visitors get. Throws 409 when it was altered or is gone. */
  live(state: Pick<LiveState, 'lock'>): Promise<LockRecord>;
  /** Returns the deployed locks, the latest first, without those that were altered. */
  list(limit: number, cursor: string | undefined): Promise<{ items: readonly LockRecord[]; nextCursor: string | null }>;
  /** Keeps a lock that is not deployed yet. Returns whether there was none of its id. */
  insert(lock: LockRecord, isRollback: boolean): Promise<boolean>;
  /** Deletes a lock that was never deployed. */
  discard(id: string): Promise<void>;
  /** Notes that a lock is deployed, unless it is noted. */
  markDeployed(id: string): Promise<void>;
  /** Notes what a process that ended could not, and deletes what it left. */
  repair(state: LiveState | null): Promise<void>;
  /** Makes the first lock live. Returns whether there was none. */
  begin(lock: string): Promise<boolean>;
  /** Changes the live state if it fits a condition. Returns the state before; null when it does not fit. */
  change(condition: object, set: Partial<LiveState>, withoutSwitchesOf?: readonly string[]): Promise<LiveState | null>;
}

/** After this long a lock that was not deployed is left by a process that ended. */
const LEFT_AFTER_MS = 60 * 60_000;
/** Null stands for what is not there, too; by it an index finds such locks. */
const NOT_DEPLOYED: object = { deployedAt: null };

const positionSchema = z.tuple([z.int().min(0).max(8.64e15), lockIdSchema]);

/** Inserts a record. Returns false when there is one of its id. */
async function inserted(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

const timeOf = ({ deployedAt }: StoredLock) => deployedAt?.getTime() ?? 0;

/** Creates the store of a database. */
export function createLockStore({ config, database, log }: Core): LockStore {
  const { locks, live } = lockCollections(database.connection);

  /** Returns a lock as it was signed; undefined, with a line in the log, when it was altered. */
  function genuine(stored: StoredLock): LockRecord | undefined {
    try {
      return readStoredLock(stored, config.lockPublicKeys);
    } catch (error) {
      if (!(error instanceof LockAltered)) throw error;
      log.error({ err: error, lock: stored._id }, 'a lock was altered in the database: it is not used');
      return undefined;
    }
  }

  function genuineOrThrow(stored: StoredLock): LockRecord {
    const lock = genuine(stored);
    if (lock !== undefined) return lock;
    throw lockConflict(`Lock ${stored._id} was altered in the database: it is not used. Roll back to an earlier lock.`);
  }

  async function markDeployed(id: string): Promise<void> {
    const [latest] = await locks
      .find({ deployedAt: { $exists: true } })
      .sort({ deployedAt: -1, _id: -1 })
      .limit(1)
      .toArray();
    // Later than the one before, also within one millisecond: the list is in the order of deployments.
    const deployedAt = new Date(Math.max(database.now().getTime(), latest === undefined ? 0 : timeOf(latest) + 1));
    await locks.updateOne({ _id: id, deployedAt: { $exists: false } }, { $set: { deployedAt } });
  }

  return {
    state: async () => {
      const found = await live.findOne({ _id: LIVE_ID });
      if (found === null) return null;
      const state = liveStateSchema.safeParse(found);
      if (state.success) return state.data;
      log.error({ err: state.error }, 'the record of the live lock was altered in the database');
      throw lockConflict('The record of the live lock was altered in the database. Restore it from a backup.');
    },

    read: async (id) => {
      const stored = await locks.findOne({ _id: id, deployedAt: { $exists: true } });
      if (stored === null) throw notFound('There is no such lock.');
      return genuineOrThrow(stored);
    },

    live: async ({ lock: id }) => {
      // Its process may have ended before it noted the deployment.
      const stored = await locks.findOne({ _id: id });
      if (stored !== null) return genuineOrThrow(stored);
      log.error({ lock: id }, 'the live lock is gone from the database');
      throw lockConflict(`The live lock ${id} is gone from the database. Roll back to an earlier lock.`);
    },

    list: async (limit, cursor) => {
      const [time, id] = cursor === undefined ? [] : decodeCursor(cursor, positionSchema);
      const at = time === undefined ? undefined : new Date(time);
      const after =
        at === undefined || id === undefined
          ? { deployedAt: { $exists: true } }
          : { deployedAt: { $lte: at }, $or: [{ deployedAt: { $lt: at } }, { _id: { $lt: id } }] };
      const rows = await locks
        .find(after)
        .sort({ deployedAt: -1, _id: -1 })
        .limit(limit + 1)
        .toArray();
      const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([timeOf(row), row._id]));
      return { items: page.flatMap((row) => genuine(row) ?? []), nextCursor };
    },

    insert: async (lock, isRollback) => {
      return inserted(() => locks.insertOne({ _id: lock.id, ...lock, ...(isRollback && { isRollback }) }));
    },

    discard: async (id) => {
      await locks.deleteOne({ _id: id, deployedAt: { $exists: false } });
    },

    markDeployed,

    repair: async (state) => {
      for (const id of state === null ? [] : [state.lock, state.canary?.lock])
        if (id !== undefined && (await locks.findOne({ _id: id, deployedAt: { $exists: false } })) !== null)
          await markDeployed(id);
      const before = new Date(database.now().getTime() - LEFT_AFTER_MS).toISOString();
      await locks.deleteMany({ ...NOT_DEPLOYED, createdAt: { $lt: before } });
    },

    begin: async (lock) => {
      return inserted(() => live.insertOne({ _id: LIVE_ID, lock, canary: null, switchedOff: [] }));
    },

    change: async (condition, set, withoutSwitchesOf = []) => {
      const pull =
        withoutSwitchesOf.length === 0 ? {} : { $pull: { switchedOff: { remote: { $in: [...withoutSwitchesOf] } } } };
      const before = await live.findOneAndUpdate({ _id: LIVE_ID, ...condition }, { $set: set, ...pull });
      return before === null ? null : liveStateSchema.parse(before);
    },
  };
}
