import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { AuditTrail } from './service.ts';

const HOUR_MS = 3600 * 1000;
/** How old a proof may be before the next one, in ms. */
const PROVED_MS = 24 * HOUR_MS;
const ID = 'last';

/** The last proof of the trail. */
export interface ProofRecord {
  readonly _id: string;
  /** When a process began the last one. */
  readonly begunAt: Date;
  /** When the last one began by which the trail was whole. */
  readonly provedAt?: Date;
  /** Why the trail was not whole by the last one. */
  readonly fault?: string;
}

const proofsOf = (connection: Connection) => connection.collection<ProofRecord>('audit_proofs');

/** Returns the last proof of a database's trail; undefined before the first. */
export async function lastProof(connection: Connection): Promise<ProofRecord | undefined> {
  return (await proofsOf(connection).findOne({ _id: ID })) ?? undefined;
}

/** Returns the job that proves the whole trail once a day, by one of all processes; one that could not is tried again after an hour. */
export function auditProof(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  audit: Pick<AuditTrail, 'verify'>,
  log: Logger,
): RepeatedJob {
  async function isTurn(begunAt: Date): Promise<boolean> {
    const before = (ms: number) => ({ $not: { $gt: new Date(begunAt.getTime() - ms) } });
    try {
      const due = { _id: ID, begunAt: before(HOUR_MS), provedAt: before(PROVED_MS) };
      await proofsOf(connection).findOneAndUpdate(due, { $set: { begunAt } }, { upsert: true });
      return true;
    } catch (error) {
      // There is one, and it is not due.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  const run = async () => {
    const begunAt = now();
    if (!(await isTurn(begunAt))) return;
    const { fault, rows } = await audit.verify();
    if (fault !== undefined) log.error({ fault }, 'the audit trail is not whole: npm run audit says the same');
    await proofsOf(connection).updateOne(
      { _id: ID },
      fault === undefined ? { $set: { provedAt: begunAt }, $unset: { fault: 1 } } : { $set: { fault } },
    );
    if (fault === undefined) log.info({ rows }, 'the audit trail is whole');
  };
  return repeatedJob({ name: 'proof of the audit trail', everyMs: HOUR_MS, run }, log);
}
