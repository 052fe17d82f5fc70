import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Checkpoint } from './chain.ts';
import type { AuditTrail } from './service.ts';

const EVERY_MS = 10 * 60_000;
const INTENTS_EVERY_MS = 60_000;

/** A checkpoint as it is written and read by people. */
export function shownCheckpoint({ seq, seal }: Checkpoint): string {
  return `${seq}:${seal}`;
}

/**
 * Writes to the log how far the audit trail has come. The log is outside the database, so whoever puts back an older state of
 * the trail, head record included, does not reach these lines.
 */
function checkpointLog(audit: AuditTrail, log: Logger): RepeatedJob {
  let known: Checkpoint | undefined;
  const run = async () => {
    const found = await audit.checkpoint();
    const [before, now] = [known?.seq ?? 0, found?.seq ?? 0];
    if (now < before)
      log.error({ row: now, before }, 'the audit trail has lost its newest rows: look at `npm run audit`');
    if (found !== undefined && now !== before) log.info({ checkpoint: shownCheckpoint(found) }, 'audit checkpoint');
    known = found;
  };
  return repeatedJob({ name: 'audit checkpoint', everyMs: EVERY_MS, run }, log);
}

/** What keeps the trail complete: changes whose process ended in between, and how far it has come. */
export function auditUpkeep(audit: AuditTrail, log: Logger): readonly RepeatedJob[] {
  const abandoned = { name: 'changes of ended processes', everyMs: INTENTS_EVERY_MS, run: audit.recordAbandoned };
  return [repeatedJob(abandoned, log), checkpointLog(audit, log)];
}
