import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_POINTER } from '@cytocomm/composition';
import { lockedReleaseSchema } from '@cytocomm/contract';
import { readLockPointer } from '@cytocomm/releases';
import type { Logger } from 'pino';
import { z } from 'zod';

/** How many locks are remembered: open pages keep an earlier one. */
const MAX_LOCKS = 10;

/** The part of a release that is read. */
const namedSchema = z.object(lockedReleaseSchema.pick({ name: true, release: true }).shape);
/** The part of a lock that is read; services/web checks the whole schema. */
const namesSchema = z.object({ shell: namedSchema, remotes: z.array(namedSchema) });

/** The releases that pages run. */
export interface LockedReleases {
  /** Whether the active lock, its canary or one of the last ones names a release. */
  names(remote: string, release: string): Promise<boolean>;
}

async function readNames(dir: string, id: string): Promise<ReadonlySet<string>> {
  const { shell, remotes } = namesSchema.parse(JSON.parse(await readFile(join(dir, `${id}.json`), 'utf8')));
  return new Set([shell, ...remotes].map(({ name, release }) => `${name} ${release}`));
}

/** Returns the releases of a folder's active lock and of those before it since the start; none without a folder. Failures to read are logged. */
export function createLockedReleases(dir: string | undefined, log: Logger): LockedReleases {
  const locks = new Map<string, ReadonlySet<string>>();
  let lastFailure = '';

  async function refresh(folder: string): Promise<void> {
    try {
      const pointer = readLockPointer(await readFile(join(folder, LOCK_POINTER), 'utf8'));
      if (!pointer) throw new Error('the pointer does not hold the id of a lock');
      for (const id of [...(pointer.canary ? [pointer.canary.lock] : []), pointer.lock]) {
        const names = locks.get(id) ?? (await readNames(folder, id));
        // The newest last, also after a rollback.
        locks.delete(id);
        locks.set(id, names);
      }
      for (const oldest of [...locks.keys()].slice(0, -MAX_LOCKS)) locks.delete(oldest);
      lastFailure = '';
    } catch (error) {
      const failure = String(error);
      if (failure !== lastFailure)
        log.warn({ err: error, folder }, 'the active lock is not known: failures are counted without it');
      lastFailure = failure;
    }
  }

  // Remembers the lock of the start.
  if (dir !== undefined) void refresh(dir);
  return {
    async names(remote, release) {
      if (dir !== undefined) await refresh(dir);
      const name = `${remote} ${release}`;
      return [...locks.values()].some((names) => names.has(name));
    },
  };
}
