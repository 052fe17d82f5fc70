import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { AuditTrail } from './service.ts';

const EVERY_MS = 10 * 60_000;
const INTENTS_EVERY_MS = 60_000;
const SEAL_EVERY_MS = 60_000;

/** Returns a checkpoint as text. */
export function checkpointText({ seq, seal }: Checkpoint): string {
  return `s${seq}:${seal}`;
}

/**
 * Logs the trail's checkpoints: anyone who restores an older trail in the database, head included, cannot alter the log.
 */
function checkpointLog(audit: AuditTrail, log: Logger): RepeatedJob {
  let last: Checkpoint | undefined;
  const run = async () => {
    const checkpoint = await audit.checkpoint();
    if (checkpoint !== undefined && checkpoint.seq !== last?.seq)
      log.info({ checkpoint: checkpointText(checkpoint) }, 'audit checkpoint');
    last = checkpoint;
  };
  return repeatedJob({ name: 'audit checkpoint', everyMs: EVERY_MS, run }, log);
}

/** Returns the trail's jobs: recording abandoned changes, sealing, and logging checkpoints. */
export function auditUpkeep(audit: AuditTrail, log: Logger): readonly RepeatedJob[] {
  const abandoned = { name: 'changes of ended processes', everyMs: INTENTS_EVERY_MS, run: audit.recordAbandoned };
  const sealing = { name: 'seals of the audit trail', everyMs: SEAL_EVERY_MS, run: audit.sealInTurn };
  return [repeatedJob(abandoned, log), repeatedJob(sealing, log), checkpointLog(audit, log)];
}
