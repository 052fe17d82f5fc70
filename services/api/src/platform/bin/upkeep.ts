import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { KindOfBin } from './kind-of-bin.ts';

const EMPTY_MS = 3600 * 1000;

/** Returns the job that deletes for good what was in the bin for its time. */
export function binUpkeep(bins: readonly KindOfBin[], log: Logger): RepeatedJob {
  return repeatedJob(
    {
      name: 'delete for good what was in the bin for its time',
      everyMs: EMPTY_MS,
      run: async () => {
        for (const bin of bins) {
          const count = await bin.removeExpired();
          if (count > 0) log.info({ kind: bin.kind, count }, 'deleted for good what was in the bin for its time');
        }
      },
    },
    log,
  );
}
