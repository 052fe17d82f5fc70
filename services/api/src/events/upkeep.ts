import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Database } from '../database/database.ts';
import { remakeEvents } from './list-fields.ts';

const EVERY_MS = 60_000;
/** How far back each run looks, as clocks may be two minutes apart. Short: all that was imported is read again for as long. */
const OVERLAP_MS = 5 * 60_000;

/**
 * Returns the job that makes what the list needs of events that a process of an earlier version edited while versions ran side by
 * side: of all at its first run, then of those that were changed since the last one.
 */
export function eventUpkeep(database: Pick<Database, 'connection'>, log: Logger): RepeatedJob {
  let since: Date | undefined;
  return repeatedJob(
    {
      name: 'list events that an earlier version edited',
      everyMs: EVERY_MS,
      run: async () => {
        const begun = Date.now();
        const count = await remakeEvents(database.connection, since);
        since = new Date(begun - OVERLAP_MS);
        if (count > 0) log.info({ count }, 'events that an earlier version had edited are listed as they are now');
      },
    },
    log,
  );
}
