import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Releases } from './service.ts';

const SWEEP_MS = 3600_000;

/** Returns the job that removes what interrupted publications left, every hour. */
export function releaseUpkeep({ sweep }: Releases, log: Logger): RepeatedJob {
  return repeatedJob({ name: 'sweep what interrupted publications left', everyMs: SWEEP_MS, run: sweep }, log);
}
