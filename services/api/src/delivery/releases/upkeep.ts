import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Database } from '../../platform/database/database.ts';
import { createContentUpkeep } from './content-upkeep.ts';
import { pruneReleases } from './prune.ts';
import { sweepScratchFolders } from './scratch-folders.ts';

const EVERY_MS = 3600_000;

/** What of the releases is removed in the background. */
export interface ReleaseUpkeep {
  /** Removes old releases, then contents that none lists, then what crashes left: files without a record, folders of uploads. */
  run(): Promise<void>;
}

/** Creates the upkeep of a database's releases. */
export function createReleaseUpkeep(database: Pick<Database, 'connection' | 'now'>, log: Logger): ReleaseUpkeep {
  const contents = createContentUpkeep(database);
  return {
    run: async () => {
      const releases = await pruneReleases(database);
      const unlisted = await contents.removeUnlisted();
      if (releases + unlisted > 0) log.info({ releases, contents: unlisted }, 'old releases were removed');
      const files = await contents.sweep();
      if (files > 0) log.warn({ files }, 'files of releases that nobody owned were removed');
      await sweepScratchFolders(log);
    },
  };
}

/** Returns the job that does the upkeep every hour. */
export function releaseUpkeep({ run }: ReleaseUpkeep, log: Logger): RepeatedJob {
  return repeatedJob({ name: 'upkeep of releases', everyMs: EVERY_MS, run }, log);
}
