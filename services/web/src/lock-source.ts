import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import type { CanaryShare, Lock } from '@cytocomm/contract';
import { LockAltered, type LockPointer, publicLockOf, readLockPointer, readLockRecord } from '@cytocomm/releases';
import type { Logger } from 'pino';

/** The promoted lock cannot be used. The message names the file and field. */
export class LockUnusable extends Error {
  override readonly name = 'LockUnusable';
}

/** What visitors get. */
export interface ServedLocks {
  readonly live: Lock;
  /** The lock that is tried on some visitors. */
  readonly canary?: { readonly lock: Lock; readonly share: CanaryShare } | undefined;
  /** The names of remotes that are switched off. */
  readonly switchedOff: readonly string[];
}

/** Where the active lock comes from. */
export interface LockSource {
  /** Returns the active lock. Throws LockUnusable. */
  current(): Promise<Lock>;
  /** Returns the active lock with its canary, and what is switched off. Throws LockUnusable. */
  served(): Promise<ServedLocks>;
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

/** The public keys of those who may sign locks; without, a lock needs no signature. */
type SignerKeys = readonly KeyObject[] | undefined;

async function readLock(dir: string, id: string, publicKeys: SignerKeys): Promise<Lock> {
  const path = join(dir, `${id}.json`);
  const text = await read(path, `${path} is missing`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LockUnusable(`${path} is not JSON`, { cause: error });
  }
  try {
    const lock = readLockRecord(value, publicKeys);
    if (lock.id !== id) throw new LockAltered(`It was changed after it was made: it holds lock ${lock.id}.`);
    return publicLockOf(lock);
  } catch (error) {
    if (!(error instanceof LockAltered)) throw error;
    throw new LockUnusable(`${path}: ${error.message}`, { cause: error });
  }
}

/** How often a lock that failed is read again while the pointer still names it: its file may arrive later. */
const RETRY_MS = 1000;

/** Returns a function that returns a canary's lock; undefined while it cannot be used, which is logged. */
function canaryReader(dir: string, publicKeys: SignerKeys, log?: Logger): (id: string) => Promise<Lock | undefined> {
  let last: { readonly id: string; readonly lock: Lock | undefined; readonly until: number } | undefined;
  return async (id) => {
    if (last?.id === id && performance.now() < last.until) return last.lock;
    try {
      const lock = await readLock(dir, id, publicKeys);
      last = { id, lock, until: Number.POSITIVE_INFINITY };
      return lock;
    } catch (error) {
      if (!(error instanceof LockUnusable)) throw error;
      if (last?.id !== id)
        log?.error({ err: error, lock: id }, 'a canary cannot be used; everybody gets the live lock');
      last = { id, lock: undefined, until: performance.now() + RETRY_MS };
      return undefined;
    }
  };
}

/**
 * Returns a lock source over a folder of immutable `<id>.json` files and a pointer, so that a deploy is one small write. The
 * pointer is read for each page. While the lock that it names cannot be used, the last good one stays active; before there was one, `current` throws.
 * With `publicKeys`, one of them must have signed a lock.
 */
export function lockFolder(dir: string, log?: Logger, publicKeys?: SignerKeys): LockFolder {
  const pointer = join(dir, LOCK_POINTER);
  const canaryLock = canaryReader(dir, publicKeys, log);
  let active: Lock | undefined;
  /** The last pointer that could be read. */
  let pointed: LockPointer | undefined;
  let failure: { readonly id: string | undefined; readonly error: LockUnusable; readonly retryAt: number } | undefined;
  let lastRead = 0;
  /** The newest read that has ended: what an older one found does not count any more. */
  let lastEnded = 0;

  function endsTooLate(number: number): boolean {
    if (number < lastEnded) return true;
    lastEnded = number;
    return false;
  }

  async function readPointer(number: number): Promise<string> {
    const parsed = readLockPointer(await read(pointer, `${pointer} is missing: no lock has been promoted`));
    if (!parsed) throw new LockUnusable(`${pointer} does not hold the id of a lock`);
    if (number >= lastEnded) pointed = parsed;
    return parsed.lock;
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
      failure = { id, error, retryAt: performance.now() + RETRY_MS };
      if (active !== undefined && !isReported)
        log?.error({ err: error, lock: active.id }, 'the promoted lock cannot be used; the last good one stays');
    }
    if (active === undefined) throw error;
    return active;
  }

  async function current(): Promise<Lock> {
    const number = ++lastRead;
    let id: string | undefined;
    try {
      id = await readPointer(number);
      if (active?.id === id) return activate(number, active);
      if (active !== undefined && failure?.id === id && performance.now() < (failure?.retryAt ?? 0)) return active;
      return activate(number, await readLock(dir, id, publicKeys));
    } catch (error) {
      if (!(error instanceof LockUnusable)) throw error;
      return keepLast(number, id, error);
    }
  }

  return {
    trouble: () => failure?.error,
    current,
    async served() {
      const live = await current();
      const switchedOff = pointed?.switchedOff.map(({ remote }) => remote) ?? [];
      const canary = pointed?.canary;
      const lock = canary && canary.lock !== live.id ? await canaryLock(canary.lock) : undefined;
      return canary && lock ? { live, canary: { lock, share: canary.share }, switchedOff } : { live, switchedOff };
    },
  };
}
