import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import { type Lock, lockIdSchema } from '@cytocomm/contract';
import { LockAltered, type LockRecord, publicLockOf, readLockRecord } from '@cytocomm/releases';
import type { Logger } from 'pino';

/** The promoted lock cannot be used. The message names the file and field. */
export class LockUnusable extends Error {
  override readonly name = 'LockUnusable';
}

/** Where the active lock comes from. */
export interface LockSource {
  /** Returns the active lock. Throws LockUnusable. */
  current(): Promise<Lock>;
}

/** A lock source whose lock can be damaged. */
export interface LockFolder extends LockSource {
  /** Returns why the promoted lock is not active; undefined when it is. */
  trouble(): LockUnusable | undefined;
}

async function read(path: string, whenMissing: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
    const reason = code === 'ENOENT' ? whenMissing : `${path} cannot be read: ${String(error)}`;
    throw new LockUnusable(reason, { cause: error });
  }
}

/** Returns the lock of a file's content. Throws LockUnusable, which names the file. */
function checkedLock(path: string, value: unknown): LockRecord {
  try {
    return readLockRecord(value);
  } catch (error) {
    if (!(error instanceof LockAltered)) throw error;
    throw new LockUnusable(`${path}: ${error.message}`, { cause: error });
  }
}

async function readLock(dir: string, id: string): Promise<Lock> {
  const path = join(dir, `${id}.json`);
  const text = await read(path, `${path} is missing`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LockUnusable(`${path} is not JSON`, { cause: error });
  }
  const lock = checkedLock(path, value);
  if (lock.id !== id) throw new LockUnusable(`${path} was changed after it was made: it holds lock ${lock.id}`);
  return publicLockOf(lock);
}

/** How often a lock that failed is read again while the pointer still names it: its file may arrive later. */
const RETRY_MS = 1000;

/**
 * Returns a lock source over a folder of immutable `<id>.json` files and a pointer, so that a deploy is one small write. The
 * pointer is read for each page. While the lock that it names cannot be used, the last good one stays active; before there was one, `current` throws.
 */
export function lockFolder(dir: string, log?: Logger): LockFolder {
  const pointer = join(dir, LOCK_POINTER);
  let active: Lock | undefined;
  let failure: { readonly id: string | undefined; readonly error: LockUnusable; readonly retryAt: number } | undefined;
  let lastRead = 0;
  /** The newest read that has ended: what an older one found does not count any more. */
  let lastEnded = 0;

  function endsTooLate(number: number): boolean {
    if (number < lastEnded) return true;
    lastEnded = number;
    return false;
  }

  async function readPointer(): Promise<string> {
    const id = (await read(pointer, `${pointer} is missing: no lock has been promoted`)).trim();
    if (!lockIdSchema.safeParse(id).success) throw new LockUnusable(`${pointer} does not hold the id of a lock`);
    return id;
  }

  function activate(number: number, lock: Lock): Lock {
    if (endsTooLate(number)) {
      active ??= lock;
      return active;
    }
    if (failure !== undefined && active !== undefined) log?.info({ lock: lock.id }, 'a promoted lock is active again');
    active = lock;
    failure = undefined;
    return lock;
  }

  function keepLast(number: number, id: string | undefined, error: LockUnusable): Lock {
    // Another page has read it meanwhile.
    if (active !== undefined && active.id === id) return active;
    if (!endsTooLate(number)) {
      const isReported = failure?.error.message === error.message;
      failure = { id, error, retryAt: Date.now() + RETRY_MS };
      if (active !== undefined && !isReported)
        log?.error({ err: error, lock: active.id }, 'the promoted lock cannot be used; the last good one stays');
    }
    if (active === undefined) throw error;
    return active;
  }

  return {
    trouble: () => failure?.error,
    current: async () => {
      const number = ++lastRead;
      let id: string | undefined;
      try {
        id = await readPointer();
        if (active?.id === id) return activate(number, active);
        if (active !== undefined && failure?.id === id && Date.now() < (failure?.retryAt ?? 0)) return active;
        return activate(number, await readLock(dir, id));
      } catch (error) {
        if (!(error instanceof LockUnusable)) throw error;
        return keepLast(number, id, error);
      }
    },
  };
}
