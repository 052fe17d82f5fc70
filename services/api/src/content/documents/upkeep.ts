import type { Logger } from 'pino';
import { takeJobTurn } from '../../platform/background/job-turn.ts';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Documents } from './service.ts';

const TIDY_MS = 60_000;
const SWEEP_MS = 6 * 3600 * 1000;

/** Returns the jobs that clean the store: after crashes each minute, and completely every six hours by one of all processes. */
export function documentUpkeep(
  documents: Documents,
  database: Pick<Database, 'connection' | 'now'>,
  log: Logger,
): readonly RepeatedJob[] {
  return [
    repeatedJob({ name: 'tidy up after interrupted uploads', everyMs: TIDY_MS, run: documents.tidyUp }, log),
    repeatedJob(
      {
        name: 'sweep files that nobody owns',
        everyMs: SWEEP_MS,
        run: async () => {
          if (!(await takeJobTurn(database, 'files of no document', SWEEP_MS / 2))) return;
          const files = await documents.sweep();
          if (files > 0) log.warn({ files }, 'files that nobody owned were removed');
        },
      },
      log,
    ),
  ];
}
