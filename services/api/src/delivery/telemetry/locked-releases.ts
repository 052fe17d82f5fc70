import type { Logger } from 'pino';
import { createWorkTrouble } from '../../platform/database/work-trouble.ts';
import type { ReleasesInUse } from './releases-in-use.ts';

/** How long what was read counts, in ms. */
const CACHE_TTL_MS = 3000;

/** The releases that pages run. */
export interface LockedReleases {
  /** Whether the live lock, its canary or one of the last ones names a release; as it was up to three seconds ago. */
  names(remote: string, release: string): Promise<boolean>;
}

/**
 * Returns the releases in use, read once for all who ask at the same time, and again after three seconds. What was read last
 * counts while they cannot be read, which is logged once.
 */
export function createLockedReleases(read: () => Promise<ReleasesInUse>, log: Logger): LockedReleases {
  const trouble = createWorkTrouble(log, 'the live lock is not known: failures are counted by the last one');
  let known: ReleasesInUse | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      known = await read();
      trouble.works();
    } catch (error) {
      trouble.failed(error);
    }
    askedAt = Date.now();
  }

  return {
    async names(remote, release) {
      if (Math.abs(Date.now() - askedAt) >= CACHE_TTL_MS) {
        reading ??= refresh().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return known?.names(remote, release) ?? false;
    },
  };
}
