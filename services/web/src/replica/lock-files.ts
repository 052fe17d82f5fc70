import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import { type LockPointer, type LockRecord, lockPointerText, readLockPointer } from '@cytocomm/releases';
import { touch } from './evict.ts';

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
