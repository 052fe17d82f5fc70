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
import type { ReleaseDatabase } from './release-database.ts';
import type { ReleaseFetcher } from './release-fetcher.ts';

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
        return JSON.parse(await read(`${id}.json`));
      } catch {
        return undefined;
      }
    },
    writeLock: (lock) => write(`${lock.id}.json`, `${JSON.stringify(lock, null, 2)}\n`),
    writePointer: (pointer) => write(LOCK_POINTER, lockPointerText(pointer)),
  };
}

/** How long until a lock that failed is tried again, in ms: doubled each time. */
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

/** Where a lock is that the state names. */
interface WantedLock {
  progress: 'coming' | 'here' | 'failed';
  failures: number;
  error?: unknown;
}

/**
 * Creates the replica. Each update reads the state and writes what of it is here: what is switched off at once, the live lock
 * and a canary each when its releases have come, which starts another update. None waits for another.
 */
export function createReplica({ database, files, releases, publicKeys, log }: ReplicaOptions): Replica {
  const wanted = new Map<string, WantedLock>();
  const fetches = new Map<string, Promise<void>>();
  const first = Promise.withResolvers<void>();
  let trouble: string | undefined;
  let running: Promise<void> | undefined;
  let isDue = false;
  let isClosed = false;

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

  async function lockInDatabase(id: string): Promise<LockRecord> {
    const value = await database.lock(id);
    if (value === undefined) throw new LockAltered(`Lock ${id} is not in the database.`);
    return verified(value, id);
  }

  async function fetchLock(id: string): Promise<void> {
    const storedLock = await lockOnDisk(id);
    const lock = storedLock ?? (await lockInDatabase(id));
    await Promise.all([lock.shell, ...lock.remotes].map((release) => releases.fetch(release)));
    if (!storedLock) await files.writeLock(lock);
  }

  /** Fetches a lock with all its releases, and updates when it is here, or is to be tried again. */
  async function bring(id: string, lock: WantedLock): Promise<void> {
    lock.progress = 'coming';
    const fetch = fetches.get(id) ?? fetchLock(id).finally(() => fetches.delete(id));
    fetches.set(id, fetch);
    try {
      await fetch;
      lock.progress = 'here';
    } catch (error) {
      const delay = Math.min(FIRST_RETRY_MS * 2 ** lock.failures, LAST_RETRY_MS);
      lock.progress = 'failed';
      lock.failures += 1;
      lock.error = error;
      setTimeout(() => {
        if (!isClosed && wanted.get(id) === lock) void bring(id, lock);
      }, delay).unref();
    }
    update();
  }

  /** Wants these locks and no others. Returns how each is. */
  function want(ids: readonly string[]): readonly WantedLock[] {
    for (const id of wanted.keys()) if (!ids.includes(id)) wanted.delete(id);
    return ids.map((id) => {
      const lock: WantedLock = wanted.get(id) ?? { progress: 'coming', failures: 0 };
      if (!wanted.has(id)) void bring(id, lock);
      wanted.set(id, lock);
      return lock;
    });
  }

  async function write(pointer: LockPointer): Promise<void> {
    if (isDeepStrictEqual(await files.pointer(), pointer)) return;
    await files.writePointer(pointer);
    log.info({ lock: pointer.lock, canary: pointer.canary?.lock }, 'another state is live');
  }

  function report(why: string | undefined, error?: unknown): void {
    if (why === trouble) return;
    trouble = why;
    if (why === undefined) log.info('the state of the database is taken again');
    else log.error({ err: error }, 'the state of the database cannot be taken; the last good one stays');
  }

  async function updateOnce(): Promise<void> {
    const state = await database.live();
    // Before the first promotion the folders serve what they hold.
    if (!state) {
      report(undefined);
      first.resolve();
      return;
    }
    const target = pointerOf(state);
    const before = await files.pointer();
    const [live, canary] = want(target.canary ? [target.lock, target.canary.lock] : [target.lock]);
    const lock = live?.progress === 'here' ? target.lock : before?.lock;
    const isCanaryHere = canary?.progress === 'here' || before?.canary?.lock === target.canary?.lock;
    if (lock !== undefined) await write({ ...target, lock, canary: isCanaryHere ? target.canary : null });
    const failed = [live, canary].find((each) => each && each.failures > 0 && each.progress !== 'here');
    if (failed) report(failed.error instanceof Error ? failed.error.message : String(failed.error), failed.error);
    else if ([live, canary].every((each) => each === undefined || each.progress === 'here')) report(undefined);
    if (live?.progress !== 'coming') first.resolve();
  }

  async function updateWhileDue(): Promise<void> {
    while (isDue && !isClosed) {
      isDue = false;
      try {
        await updateOnce();
      } catch (error) {
        report(`The database cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);
        first.resolve();
      }
    }
    running = undefined;
  }

  function update(): void {
    isDue = true;
    running ??= updateWhileDue();
  }

  return {
    update,
    first: first.promise,
    trouble: () => trouble,
    async close() {
      isClosed = true;
      await running;
      await Promise.allSettled(fetches.values());
      first.resolve();
    },
  };
}
