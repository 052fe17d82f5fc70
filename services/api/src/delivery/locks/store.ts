import { type FieldProblem, lockIdSchema } from '@cytocomm/contract';
import {
  LIVE_ID,
  type LiveState,
  LockAltered,
  type LockRecord,
  liveStateSchema,
  readLockRecord,
  readStoredLock,
  type StoredLock,
} from '@cytocomm/releases';
import { z } from 'zod';
import { ApiError, notFound } from '../../platform/calls/problem.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { sessionOption } from '../../platform/database/transaction.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../platform/lists/pages.ts';
import { publicKeyOf } from '../../platform/settings/keys.ts';
import { lockCollections } from './model.ts';

/** Returns the 409 of a change based on a former live lock. */
export function lockMoved(): ApiError {
  return new ApiError(409, 'lock-moved', 'Another lock became live meanwhile. Review it, then promote from it.');
}

/** Returns a 409 with a reason. */
export function lockConflict(detail: string): ApiError {
  return new ApiError(409, 'conflict', detail);
}

/** Returns the 422 of the gate with its findings. */
export function gateRefused(errors: readonly FieldProblem[]): ApiError {
  const detail = `The gate refused this. ${errors.map(({ message }) => message).join(' ')}`;
  return new ApiError(422, 'gate-refused', detail.slice(0, 2000), { errors });
}

/** Returns the 409 of a missing canary. */
export function noCanary(): ApiError {
  return new ApiError(409, 'no-canary', 'There is no canary.');
}

/** A stored lock, usable or not. */
export interface StoredLockView {
  readonly id: string;
  /** Undefined if it cannot be used. */
  readonly lock: LockRecord | undefined;
  /** Why it cannot be used, to follow "Lock ID" in a sentence. */
  readonly fault: string | undefined;
}

/** The locks of a database and its live state. */
export interface LockStore {
  /** Returns the live state; null before the first promotion. Throws 409 if it was altered. */
  state(): Promise<LiveState | null>;
  /** Returns a deployed lock. Throws 404, and 409 if it was altered. */
  read(id: string): Promise<LockRecord>;
  /** Returns the lock of a live state or canary. Throws 409 if it was altered or is missing. */
  live(state: Pick<LiveState, 'lock'>): Promise<LockRecord>;
  /** Returns a page of deployed locks, the latest first, without altered ones. */
  list(limit: number, cursor: string | undefined): Promise<{ items: readonly LockRecord[]; nextCursor: string | null }>;
  /** Returns deployed locks, the latest first, including unusable ones. */
  recent(limit: number): Promise<readonly StoredLockView[]>;
  /** Returns any lock, even a missing one. */
  look(id: string): Promise<StoredLockView>;
  /** Whether the current signing key signed a lock. */
  isSignedByPresentKey(lock: LockRecord): boolean;
  /** Stores a lock as the latest deployment, in a change. Throws 409 if its id exists. */
  insert(change: Change, lock: LockRecord, isRollback: boolean): Promise<void>;
  /** Replaces the live state, in a change. */
  setState(change: Change, state: LiveState): Promise<void>;
}

const LATEST = { deployedAt: -1, _id: -1 } as const;
const positionSchema = z.tuple([z.int().min(0).max(8.64e15), lockIdSchema]);

const ALTERED = 'was altered in the database';
const UNSIGNED = 'has no signature by a key that this portal knows';
const GONE = 'is missing from the database';
const ROLL_BACK = 'Roll back to an earlier lock.';
const NAME_THE_KEY =
  'If its key was replaced, name the earlier one in LOCK_PUBLIC_KEYS (an earlier TOKEN_SECRET in TOKEN_SECRET_PREVIOUS); otherwise roll back to an earlier lock.';

/** Returns why a lock cannot be used. */
function faultOf(stored: StoredLock): string {
  try {
    readStoredLock(stored);
    return UNSIGNED;
  } catch (error) {
    if (!(error instanceof LockAltered)) throw error;
    return ALTERED;
  }
}

const timeOf = ({ deployedAt }: StoredLock) => deployedAt?.getTime() ?? 0;

/** Creates the store of a database. */
export function createLockStore({ config, database, log }: Core): LockStore {
  const { locks, live } = lockCollections(database.connection);

  /** Returns a verified lock; undefined, with a log line, if it was altered. */
  function genuine(stored: StoredLock): LockRecord | undefined {
    try {
      return readStoredLock(stored, config.lockPublicKeys);
    } catch (error) {
      if (!(error instanceof LockAltered)) throw error;
      log.error({ err: error, lock: stored._id }, `a lock ${faultOf(stored)}: it is not used`);
      return undefined;
    }
  }

  function lookAt(stored: StoredLock): StoredLockView {
    try {
      return { id: stored._id, lock: readStoredLock(stored, config.lockPublicKeys), fault: undefined };
    } catch (error) {
      if (!(error instanceof LockAltered)) throw error;
      return { id: stored._id, lock: undefined, fault: faultOf(stored) };
    }
  }

  function genuineOrThrow(stored: StoredLock): LockRecord {
    const lock = genuine(stored);
    if (lock !== undefined) return lock;
    const fault = faultOf(stored);
    const advice = fault === ALTERED ? ROLL_BACK : NAME_THE_KEY;
    throw lockConflict(`Lock ${stored._id} ${fault}: it is not used. ${advice}`);
  }

  return {
    state: async () => {
      const found = await live.findOne({ _id: LIVE_ID }, sessionOption());
      if (found === null) return null;
      const state = liveStateSchema.safeParse(found);
      if (state.success) return state.data;
      log.error({ err: state.error }, 'the record of the live lock was altered in the database');
      throw lockConflict('The record of the live lock was altered in the database. Restore it from a backup.');
    },

    read: async (id) => {
      const stored = await locks.findOne({ _id: id }, sessionOption());
      if (stored === null) throw notFound('There is no such lock.');
      return genuineOrThrow(stored);
    },

    live: async ({ lock: id }) => {
      const stored = await locks.findOne({ _id: id }, sessionOption());
      if (stored !== null) return genuineOrThrow(stored);
      log.error({ lock: id }, 'the live lock is missing from the database');
      throw lockConflict(`The live lock ${id} ${GONE}. ${ROLL_BACK}`);
    },

    recent: async (limit) => {
      return (await locks.find().sort(LATEST).limit(limit).toArray()).map(lookAt);
    },

    look: async (id) => {
      const stored = await locks.findOne({ _id: id }, sessionOption());
      return stored === null ? { id, lock: undefined, fault: GONE } : lookAt(stored);
    },

    isSignedByPresentKey: (lock) => {
      if (config.lockSigningKey === undefined) return false;
      try {
        readLockRecord(lock, [publicKeyOf(config.lockSigningKey)]);
        return true;
      } catch (error) {
        if (!(error instanceof LockAltered)) throw error;
        return false;
      }
    },

    list: async (limit, cursor) => {
      const [time, id] = cursor === undefined ? [] : decodeCursor(cursor, positionSchema);
      const at = time === undefined ? undefined : new Date(time);
      const after =
        at === undefined || id === undefined
          ? {}
          : { deployedAt: { $lte: at }, $or: [{ deployedAt: { $lt: at } }, { _id: { $lt: id } }] };
      const rows = await locks
        .find(after)
        .sort(LATEST)
        .limit(limit + 1)
        .toArray();
      const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([timeOf(row), row._id]));
      return { items: page.flatMap((row) => genuine(row) ?? []), nextCursor };
    },

    insert: async ({ session, announce }, lock, isRollback) => {
      // The same change by the same person in the same millisecond is the same lock; only the first makes it live.
      if ((await locks.findOne({ _id: lock.id }, { session })) !== null) throw lockMoved();
      const latest = await locks.findOne({}, { sort: LATEST, session });
      // Later than the last one, even in the same millisecond: lists are in the order of deployments.
      const deployedAt = new Date(Math.max(database.now().getTime(), latest === null ? 0 : timeOf(latest) + 1));
      await locks.insertOne({ _id: lock.id, ...lock, deployedAt, ...(isRollback && { isRollback }) }, { session });
      announce({ collection: 'locks', type: 'added', id: lock.id }, 'developer');
    },

    setState: async ({ session, announce }, state) => {
      await live.replaceOne({ _id: LIVE_ID }, state, { upsert: true, session });
      announce({ collection: 'live_lock', type: 'changed', id: LIVE_ID }, 'developer');
    },
  };
}
