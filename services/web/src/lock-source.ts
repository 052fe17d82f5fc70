import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOfLock, type Lock, lockSchema } from '@cytocomm/contract';
import { z } from 'zod';

/** The lock in force cannot be used. The message says which file and field. */
export class LockUnusable extends Error {
  override readonly name = 'LockUnusable';
}

/** Answers the lock in force. */
export interface LockSource {
  /** The lock the pointer names now; reads files only when the pointer has changed. Throws LockUnusable. */
  current(): Promise<Lock>;
}

/** The name of the pointer file in the folder of locks. */
export const POINTER_FILE = 'current';

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

/** A lock source over a folder of immutable `<id>.json` files and a pointer, so that a deploy is one small write. */
export function lockFolder(dir: string): LockSource {
  const pointer = join(dir, POINTER_FILE);
  let seen: { changed: number; lock: Lock } | undefined;
  return {
    async current() {
      let changed: number;
      try {
        changed = (await stat(pointer)).mtimeMs;
      } catch (error) {
        throw new LockUnusable(`${pointer} is missing: no lock has been promoted`, { cause: error });
      }
      if (seen?.changed === changed) return seen.lock;
      const id = (await read(pointer)).trim();
      if (!/^[0-9a-f]{16}$/.test(id)) throw new LockUnusable(`${pointer} does not hold the id of a lock`);
      const lock = seen?.lock.id === id ? seen.lock : await readLock(dir, id);
      seen = { changed, lock };
      return lock;
    },
  };
}
