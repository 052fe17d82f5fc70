import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { atLeastAgo, claimDue, type RepeatedJob, repeatedJob, takeJobTurn } from '../background/repeated-job.ts';
import type { Database } from '../database/database.ts';
import type { Checkpoint } from './seal.ts';
import type { AuditTrail } from './service.ts';

const HOUR_MS = 3600 * 1000;
/** How often the trail is proved, in ms. */
const INTERVAL_MS = 24 * HOUR_MS;
const ID = 'last';

/** The last proof of the trail. */
export interface ProofRecord {
  readonly _id: string;
  /** When a process started the last one. */
  readonly startedAt: Date;
  /** When the last one started that found the trail whole. */
  readonly provedAt?: Date;
  /** The fault that the last proof found. */
  readonly fault?: string;
}

const proofsOf = (connection: Connection) => connection.collection<ProofRecord>('audit_proofs');

/** Returns the last proof of a database's trail; undefined before the first. */
export async function lastProof(connection: Connection): Promise<ProofRecord | undefined> {
  return (await proofsOf(connection).findOne({ _id: ID })) ?? undefined;
}

/** Returns the job by which one of all processes proves the whole trail once a day, and again after an hour where that failed. */
export function auditProof(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  audit: Pick<AuditTrail, 'verify'>,
  log: Logger,
): RepeatedJob {
  const run = async () => {
    const startedAt = now();
    const due = { _id: ID, startedAt: atLeastAgo(startedAt, HOUR_MS), provedAt: atLeastAgo(startedAt, INTERVAL_MS) };
    if (!(await claimDue(proofsOf(connection), due, { startedAt }))) return;
    const { fault, rows } = await audit.verify();
    if (fault !== undefined) log.error({ fault }, 'the audit trail is not whole: npm run audit says the same');
    await proofsOf(connection).updateOne(
      { _id: ID },
      fault === undefined ? { $set: { provedAt: startedAt }, $unset: { fault: 1 } } : { $set: { fault } },
    );
    if (fault === undefined) log.info({ rows }, 'the audit trail is whole');
  };
  return repeatedJob({ name: 'proof of the audit trail', everyMs: HOUR_MS, run }, log);
}

const CHECKPOINT_EVERY_MS = 10 * 60_000;
/** What is committed is sealed within a second. */
const SEAL_EVERY_MS = 800;
/** For how long the process that seals is the only one. */
const SEAL_TURN_MS = 400;

/** Returns a checkpoint as text. */
export function checkpointText({ seq, seal }: Checkpoint): string {
  return `s${seq}:${seal}`;
}

/** Logs the newest seal: anyone who restores an older trail in the database cannot alter the log. */
function checkpointLog(audit: Pick<AuditTrail, 'checkpoint'>, log: Logger): RepeatedJob {
  let last: Checkpoint | undefined;
  const run = async () => {
    const checkpoint = await audit.checkpoint();
    if (checkpoint !== undefined && checkpoint.seq !== last?.seq)
      log.info({ checkpoint: checkpointText(checkpoint) }, 'audit checkpoint');
    last = checkpoint;
  };
  return repeatedJob({ name: 'audit checkpoint', everyMs: CHECKPOINT_EVERY_MS, run }, log);
}

/** Returns the job by which one of all processes seals what waits. */
function sealing(
  database: Pick<Database, 'connection' | 'now'>,
  audit: Pick<AuditTrail, 'isSealDue' | 'seal'>,
  log: Logger,
): RepeatedJob {
  const name = 'seals of the audit trail';
  const run = async () => {
    if ((await audit.isSealDue()) && (await takeJobTurn(database, name, SEAL_TURN_MS))) await audit.seal();
  };
  const job = repeatedJob({ name, everyMs: SEAL_EVERY_MS, run }, log);
  // In no trace: nearly every run finds nothing.
  return { ...job, start: () => job.start() };
}

/** Returns the trail's jobs: sealing, and logging checkpoints. */
export function auditUpkeep(
  database: Pick<Database, 'connection' | 'now'>,
  audit: AuditTrail,
  log: Logger,
): readonly RepeatedJob[] {
  return [sealing(database, audit, log), checkpointLog(audit, log)];
}
