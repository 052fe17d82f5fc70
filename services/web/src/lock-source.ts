import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import { contentOfLock, type Lock, lockSchema } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { z } from 'zod';

/** The lock in force cannot be used. The message says which file and field. */
export class LockUnusable extends Error {
  override readonly name = 'LockUnusable';
}

/** The lock in force. */
export interface LockSource {
  /** The lock to make a page from now. Throws LockUnusable. */
  current(): Promise<Lock>;
}

/** A lock source whose lock can be damaged. */
export interface LockFolder extends LockSource {
  /** Why the lock that the pointer names is not in force; undefined when it is. */
  trouble(): LockUnusable | undefined;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new LockUnusable(`${path} cannot be read`, { cause: error });
  }
}

/** Whether a lock's content has the id that it is named by; an altered byte gives another. */
function hasId(lock: Lock, id: string): boolean {
  return lock.id === id && createHash('sha256').update(contentOfLock(lock)).digest('hex').startsWith(id);
}

async function readLock(dir: string, id: string): Promise<Lock> {
  const path = join(dir, `${id}.json`);
  const text = await read(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LockUnusable(`${path} is not JSON`, { cause: error });
  }
  const parsed = lockSchema.safeParse(value);
  if (!parsed.success) throw new LockUnusable(`${path} is not a lock:\n${z.prettifyError(parsed.error)}`);
  if (!hasId(parsed.data, id))
    throw new LockUnusable(`${path} was changed after it was made: its content has another id`);
  return parsed.data;
}

/** How often a lock that could not be used is looked at again while its pointer stays as it is: its file may come late. */
const LOOK_AGAIN_MS = 1000;

/** When the pointer was last written; undefined when there is none. */
async function changeOf(pointer: string): Promise<number | undefined> {
  try {
    return (await stat(pointer)).mtimeMs;
  } catch {
    return undefined;
  }
}

/**
 * A lock source over a folder of immutable `<id>.json` files and a pointer, so that a deploy is one small write. Files are read when
 * the pointer has changed. While what it names cannot be used, the last good lock stays in force; before there was one, `current` throws.
 */
export function lockFolder(dir: string, log?: Logger): LockFolder {
  const pointer = join(dir, LOCK_POINTER);
  let seen: { readonly changed: number; readonly lock: Lock } | undefined;
  let trouble:
    | { readonly changed: number | undefined; readonly error: LockUnusable; readonly until: number }
    | undefined;

  async function readPointed(changed: number | undefined): Promise<Lock> {
    if (changed === undefined) throw new LockUnusable(`${pointer} is missing: no lock has been promoted`);
    const id = (await read(pointer)).trim();
    if (!/^[0-9a-f]{16}$/.test(id)) throw new LockUnusable(`${pointer} does not hold the id of a lock`);
    const lock = seen?.lock.id === id ? seen.lock : await readLock(dir, id);
    if (trouble !== undefined) log?.info({ lock: id }, 'the lock in force can be used again');
    seen = { changed, lock };
    trouble = undefined;
    return lock;
  }

  function keepLast(changed: number | undefined, error: LockUnusable): Lock {
    const isKnown = trouble?.error.message === error.message;
    trouble = { changed, error, until: Date.now() + LOOK_AGAIN_MS };
    if (seen === undefined) throw error;
    if (!isKnown)
      log?.error({ err: error, lock: seen.lock.id }, 'the lock in force cannot be used; the last good one stays');
    return seen.lock;
  }

  return {
    trouble: () => trouble?.error,
    current: async () => {
      const changed = await changeOf(pointer);
      if (seen !== undefined && trouble === undefined && seen.changed === changed) return seen.lock;
      if (seen !== undefined && trouble?.changed === changed && Date.now() < (trouble?.until ?? 0)) return seen.lock;
      try {
        return await readPointed(changed);
      } catch (error) {
        if (!(error instanceof LockUnusable)) throw error;
        return keepLast(changed, error);
      }
    },
  };
}
