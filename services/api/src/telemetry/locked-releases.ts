import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import { lockedReleaseSchema } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { z } from 'zod';

/** How many locks are remembered: whoever opened a page before the last releases still has theirs. */
const MAX_LOCKS = 10;

/** Of a release only this is read; what else a lock says of it may be there. */
const namedSchema = z.object(lockedReleaseSchema.pick({ name: true, release: true }).shape);
/** What a lock names. The web service holds locks to the whole schema; here nothing is made from them but labels. */
const namesSchema = z.object({ shell: namedSchema, remotes: z.array(namedSchema) });

/** The releases that pages run on. */
export interface LockedReleases {
  /** Whether the lock in force names this release, or one of the last that were. */
  names(remote: string, release: string): Promise<boolean>;
}

async function readNames(dir: string, id: string): Promise<ReadonlySet<string>> {
  const { shell, remotes } = namesSchema.parse(JSON.parse(await readFile(join(dir, `${id}.json`), 'utf8')));
  return new Set([shell, ...remotes].map(({ name, release }) => `${name} ${release}`));
}

/**
 * Reads from a folder of locks which releases are active, and remembers the locks that were since this was made. Without a folder
 * no release is. A folder that cannot be read leaves what is known, with a line in the log.
 */
export function createLockedReleases(dir: string | undefined, log: Logger): LockedReleases {
  const locks = new Map<string, ReadonlySet<string>>();
  let trouble = '';

  async function look(folder: string): Promise<void> {
    try {
      const id = (await readFile(join(folder, LOCK_POINTER), 'utf8')).trim();
      if (!/^[0-9a-f]{16}$/.test(id)) throw new Error('the pointer does not hold the id of a lock');
      const names = locks.get(id) ?? (await readNames(folder, id));
      // The newest comes last, also when it is an old one again.
      locks.delete(id);
      locks.set(id, names);
      for (const oldest of [...locks.keys()].slice(0, -MAX_LOCKS)) locks.delete(oldest);
      trouble = '';
    } catch (error) {
      const words = String(error);
      if (words !== trouble)
        log.warn({ err: error, folder }, 'the lock in force is not known: failures are counted without it');
      trouble = words;
    }
  }

  // The lock of the start is remembered, also when the first failure comes after the next one.
  if (dir !== undefined) void look(dir);
  return {
    async names(remote, release) {
      if (dir !== undefined) await look(dir);
      const wanted = `${remote} ${release}`;
      return [...locks.values()].some((names) => names.has(wanted));
    },
  };
}
