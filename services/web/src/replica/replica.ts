import { type KeyObject, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LOCK_POINTER } from '@cytocomm/composition';
import {
  type LiveState,
  LockAltered,
  type LockPointer,
  type LockRecord,
  lockPointerText,
  readLockPointer,
  readLockRecord,
} from '@cytocomm/releases';
import type { Logger } from 'pino';
import { touch } from './disk-use.ts';
import type { ReleaseDatabase } from './release-database.ts';
import type { Purpose, ReleaseFetcher } from './release-fetcher.ts';

/** How the names of files end that are being written. */
export const LOCK_DRAFT = '.draft';

/** The folder of locks as the replica writes it. Each file appears whole, in one step. */
export interface LockFiles {
  /** Returns what the pointer says; undefined when there is none that can be read. */
  pointer(): Promise<LockPointer | undefined>;
  /** Returns the content of a lock's file, not verified; undefined when it cannot be read. */
  lock(id: string): Promise<unknown>;
  writeLock(lock: LockRecord): Promise<void>;
  writePointer(pointer: LockPointer): Promise<void>;
}

/** Returns the files of a folder. */
export function lockFiles(dir: string): LockFiles {
  const read = (name: string) => readFile(join(dir, name), 'utf8').catch(() => '');

  async function write(name: string, text: string): Promise<void> {
    await mkdir(dir, { recursive: true });
    const draft = join(dir, `${name}.${process.pid}-${randomUUID()}${LOCK_DRAFT}`);
    try {
      await writeFile(draft, text);
      await rename(draft, join(dir, name));
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    pointer: async () => readLockPointer(await read(LOCK_POINTER)),
    async lock(id) {
      try {
        await touch(join(dir, `${id}.json`));
        return JSON.parse(await read(`${id}.json`));
      } catch {
        return undefined;
      }
    },
    writeLock: (lock) => write(`${lock.id}.json`, `${JSON.stringify(lock, null, 2)}\n`),
    writePointer: (pointer) => write(LOCK_POINTER, lockPointerText(pointer)),
  };
}

/** How long until what failed is tried again, in ms: doubled each time. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

/** What the replica uses. */
export interface ReplicaOptions {
  readonly database: ReleaseDatabase;
  readonly files: LockFiles;
  readonly releases: ReleaseFetcher;
  /** One of them must have signed a lock; without, only its id is checked. */
  readonly publicKeys?: readonly KeyObject[] | undefined;
  readonly log: Logger;
}

/** Brings the folders to the state of the database. */
export interface Replica {
  /** Reads the state and brings the folders to it, once more when it is called meanwhile. */
  update(): void;
  /** Resolves when the live lock has come for the first time, or that has failed; a canary may come later. */
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
  /** Resolves when another update is due: slow copies are no longer waited for. */
  let newer = Promise.withResolvers<void>();
  const fetches = new Map<string, Promise<void>>();
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

  async function fetchOnce(id: string, purpose: Purpose): Promise<void> {
    const storedLock = await lockOnDisk(id);
    const lock = storedLock ?? (await lockInDatabase(id));
    await Promise.all([lock.shell, ...lock.remotes].map((release) => releases.fetch(release, purpose)));
    if (!storedLock) await files.writeLock(lock);
  }

  /** Fetches a lock and all its releases, once for all concurrent calls. */
  function fetchLock(id: string, purpose: Purpose): Promise<void> {
    const key = `${purpose} ${id}`;
    const fetch = fetches.get(key) ?? fetchOnce(id, purpose).finally(() => fetches.delete(key));
    fetches.set(key, fetch);
    return fetch;
  }

  /** Waits for a lock; `superseded` when another update is due first. Rejects when it cannot be fetched. */
  function waitForLock(id: string, purpose: Purpose): Promise<'here' | 'superseded'> {
    const here = fetchLock(id, purpose).then(() => 'here' as const);
    return Promise.race([here, newer.promise.then(() => 'superseded' as const)]);
  }

  async function lockInDatabase(id: string): Promise<LockRecord> {
    const value = await database.lock(id);
    if (value === undefined) throw new LockAltered(`Lock ${id} is not in the database.`);
    return verified(value, id);
  }

  async function write(pointer: LockPointer): Promise<void> {
    if (isDeepStrictEqual(await files.pointer(), pointer)) return;
    await files.writePointer(pointer);
    log.info({ lock: pointer.lock, canary: pointer.canary?.lock }, 'another state is live');
  }

  function report(target: LockPointer | undefined, why: string, error: unknown): void {
    const times = isDeepStrictEqual(failed?.target, target) ? (failed?.times ?? 0) + 1 : 1;
    const delay = Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LAST_RETRY_MS);
    failed = { target, times, retryAt: performance.now() + delay };
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

  /** Brings the folders to a state. Returns false when another update is due first. Rejects when a lock cannot be fetched. */
  async function take(state: LiveState, target: LockPointer): Promise<boolean> {
    const present = await files.pointer();
    // Remotes are switched off at once, before and without the locks.
    if (present) await write({ ...present, switchedOff: target.switchedOff });
    // Read again: what took long to come may be over, and another process may have written what is newer.
    const isOver = async () => !isDeepStrictEqual(await database.live(), state);
    if ((await waitForLock(target.lock, 'live')) === 'superseded') return false;
    if (await isOver()) return false;
    const isCanaryThere = target.canary === null || present?.canary?.lock === target.canary.lock;
    await write(isCanaryThere ? target : { ...target, canary: null });
    first.resolve();
    if (target.canary === null) return true;
    if ((await waitForLock(target.canary.lock, 'canary')) === 'superseded') return false;
    if (await isOver()) return false;
    await write(target);
    return true;
  }

  /** Returns false when it has to be called again. */
  async function updateOnce(): Promise<boolean> {
    let target: LockPointer | undefined;
    let isRead = false;
    try {
      const state = await database.live();
      // Before the first promotion the folders serve what they hold.
      if (!state) return true;
      target = pointerOf(state);
      const isWaiting =
        failed !== undefined && performance.now() < failed.retryAt && isDeepStrictEqual(failed.target, target);
      if (isWaiting) return true;
      isRead = true;
      const isDone = isDeepStrictEqual(done, target) && isDeepStrictEqual(await files.pointer(), target);
      if (!isDone && !(await take(state, target))) return false;
      succeed(target);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      report(target, isRead ? why : `The database cannot be read: ${why}`, error);
    }
    return true;
  }

  async function updateWhileWanted(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false;
      newer = Promise.withResolvers();
      if (await updateOnce()) first.resolve();
      else isWanted = true;
    }
    running = undefined;
  }

  function update(): void {
    isWanted = true;
    newer.resolve();
    running ??= Promise.resolve().then(updateWhileWanted);
  }

  return {
    update,
    first: first.promise,
    trouble: () => trouble,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      newer.resolve();
      await running;
      await Promise.allSettled(fetches.values());
      first.resolve();
    },
  };
}
