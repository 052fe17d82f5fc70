import type { Logger } from 'pino';
import { takeJobTurn } from '../../../platform/background/job-turn.ts';
import { type RepeatedJob, repeatedJob } from '../../../platform/background/repeated-job.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Pictures } from './service.ts';

const TIDY_MS = 10 * 60_000;
const SWEEP_MS = 6 * 3600 * 1000;

/** Returns the jobs that remove pictures that no text shows, and files that no picture owns: those by one of all processes. */
export function pictureUpkeep(
  pictures: Pictures,
  database: Pick<Database, 'connection' | 'now'>,
  log: Logger,
): readonly RepeatedJob[] {
  const sweep = async () => ((await takeJobTurn(database, 'files of no picture', SWEEP_MS / 2)) ? pictures.sweep() : 0);
  const job = (name: string, everyMs: number, work: () => Promise<number>, told: string) =>
    repeatedJob(
      {
        name,
        everyMs,
        run: async () => {
          const removed = await work();
          if (removed > 0) log.info({ removed }, told);
        },
      },
      log,
    );
  return [
    job('remove pictures that no text shows', TIDY_MS, pictures.tidyUp, 'pictures that no text showed were removed'),
    job('sweep files of no picture', SWEEP_MS, sweep, 'files that no picture owned were removed'),
  ];
}
