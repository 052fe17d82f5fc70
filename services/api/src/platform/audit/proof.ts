import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { claimDue, longAgo } from '../background/job-turn.ts';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Database } from '../database/database.ts';
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
  /** What the last one found wrong. */
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
    const due = { _id: ID, startedAt: longAgo(startedAt, HOUR_MS), provedAt: longAgo(startedAt, INTERVAL_MS) };
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
