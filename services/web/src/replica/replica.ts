import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type LiveState, LockAltered, type LockPointer, type LockRecord, readLockRecord } from '@cytocomm/releases';
import type { Logger } from 'pino';
import type { LockFiles } from './lock-files.ts';
import type { ReleaseBringer } from './release-bringer.ts';
import type { ReleaseDatabase } from './release-database.ts';

/** How long until what failed is tried again, in ms: doubled each time. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

/** What the replica uses. */
export interface ReplicaOptions {
  readonly database: ReleaseDatabase;
  readonly files: LockFiles;
  readonly releases: ReleaseBringer;
  /** One of them must have signed a lock; without, only its id is checked. */
  readonly publicKeys?: readonly KeyObject[] | undefined;
  readonly log: Logger;
}

/** Brings the folders to the state of the database. */
export interface Replica {
  /** Reads the state and brings the folders to it, once more when it is called meanwhile. */
  update(): void;
  /** Resolves when the first update has ended, well or not. */
  readonly first: Promise<void>;
  /** Returns why visitors do not get the database's state; undefined when they do. */
  trouble(): string | undefined;
  /** Ends retries. */
  close(): Promise<void>;
}

function pointerOf({ lock, canary, switchedOff }: LiveState): LockPointer {
  return {
    lock,
    canary: canary && { lock: canary.lock, share: canary.share, startedAt: canary.startedAt.toISOString() },
    switchedOff: switchedOff.map(({ remote, reason }) => ({ remote, reason })),
  };
}

/** Creates the replica. */
export function createReplica({ database, files, releases, publicKeys, log }: ReplicaOptions): Replica {
  let trouble: string | undefined;
  let failed:
    | { readonly target: LockPointer | undefined; readonly times: number; readonly retryAt: number }
    | undefined;
  let retry: NodeJS.Timeout | undefined;
  let done: LockPointer | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;
  const first = Promise.withResolvers<void>();

  function verified(value: unknown, id: string): LockRecord {
    const lock = readLockRecord(value, publicKeys);
    if (lock.id !== id) throw new LockAltered(`Lock ${id} was changed after it was made: it is lock ${lock.id}.`);
    return lock;
  }

  async function lockOnDisk(id: string): Promise<LockRecord | undefined> {
    try {
      return verified(await files.lock(id), id);
    } catch {
      return undefined;
    }
  }

  /** Brings a lock and all its releases. */
  async function bring(id: string): Promise<void> {
    const known = await lockOnDisk(id);
    const lock = known ?? (await lockInDatabase(id));
    await Promise.all([lock.shell, ...lock.remotes].map((release) => releases.bring(release)));
    if (!known) await files.writeLock(lock);
  }

  async function lockInDatabase(id: string): Promise<LockRecord> {
    const value = await database.lock(id);
    if (value === undefined) throw new LockAltered(`Lock ${id} is not in the database.`);
    return verified(value, id);
  }

  /** Returns the pointer with what can be had of the wanted one, beside what other processes have written. */
  async function pointerFor(wanted: LockPointer, cannot: ReadonlySet<string>): Promise<LockPointer | undefined> {
    const present = await files.pointer();
    // Parts are switched off also when the lock cannot be had.
    if (cannot.has(wanted.lock)) return present && { ...present, switchedOff: wanted.switchedOff };
    const withoutCanary = wanted.canary !== null && cannot.has(wanted.canary.lock);
    return withoutCanary && !isDeepStrictEqual(present?.canary, wanted.canary) ? { ...wanted, canary: null } : wanted;
  }

  function report(target: LockPointer | undefined, why: string, error: unknown): void {
    const times = isDeepStrictEqual(failed?.target, target) ? (failed?.times ?? 0) + 1 : 1;
    const delay = Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LAST_RETRY_MS);
    failed = { target, times, retryAt: Date.now() + delay };
    clearTimeout(retry);
    if (!isClosed) retry = setTimeout(update, delay).unref();
    if (trouble !== why)
      log.error(
        { err: error, lock: target?.lock },
        'the state of the database cannot be taken; the last good one stays',
      );
    trouble = why;
  }

  function succeed(target: LockPointer): void {
    clearTimeout(retry);
    if (trouble !== undefined) log.info({ lock: target.lock }, 'the state of the database is taken again');
    failed = undefined;
    trouble = undefined;
    done = target;
  }

  async function updateOnce(): Promise<void> {
    let target: LockPointer | undefined;
    try {
      const state = await database.live();
      // Before the first promotion the folders serve what they hold.
      if (!state) return;
      target = pointerOf(state);
      const isWaiting = failed !== undefined && Date.now() < failed.retryAt && isDeepStrictEqual(failed.target, target);
      if (isWaiting) return;
      const present = await files.pointer();
      if (isDeepStrictEqual(done, target) && isDeepStrictEqual(present, target)) return succeed(target);
      const failures = new Map<string, unknown>();
      const ids = new Set([target.lock, ...(target.canary ? [target.canary.lock] : [])]);
      await Promise.all([...ids].map((id) => bring(id).catch((error: unknown) => failures.set(id, error))));
      // Read again: what took long to come may be over, and another process may have written what is newer.
      if (!isDeepStrictEqual(await database.live(), state)) {
        isWanted = true;
        return;
      }
      const pointer = await pointerFor(target, new Set(failures.keys()));
      if (pointer && !isDeepStrictEqual(await files.pointer(), pointer)) {
        await files.writePointer(pointer);
        log.info({ lock: pointer.lock, canary: pointer.canary?.lock }, 'another state is live');
      }
      const [first] = failures.values();
      if (failures.size === 0) succeed(target);
      else report(target, first instanceof Error ? first.message : String(first), first);
    } catch (error) {
      const why = `The database cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      report(target, why, error);
    }
  }

  async function updateWhileWanted(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      await updateOnce();
      first.resolve();
    }
    running = undefined;
  }

  function update(): void {
    isWanted = true;
    running ??= Promise.resolve().then(updateWhileWanted);
  }

  return {
    update,
    first: first.promise,
    trouble: () => trouble,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await running;
      first.resolve();
    },
  };
}
