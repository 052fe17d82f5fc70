import type { Collection, mongo } from 'mongoose';
import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';

/** Claims work by the one record of it: changes the record when it is due or missing. Returns false when it is not due. */
export async function claimDue<Row extends mongo.BSON.Document>(
  rows: Collection<Row>,
  due: mongo.Filter<Row>,
  claim: mongo.MatchKeysAndValues<Row>,
): Promise<boolean> {
  try {
    await rows.updateOne(due, { $set: claim }, { upsert: true });
    return true;
  } catch (error) {
    // There is one, and it is not due.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

interface TurnRecord {
  /** The name of the job. */
  readonly _id: string;
  readonly takenAt: Date;
}

/** Takes the turn of a job that one of all processes runs. Returns false while another has taken it within an interval. */
export function takeJobTurn(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  job: string,
  intervalMs: number,
): Promise<boolean> {
  const takenAt = now();
  const isDue = { $not: { $gt: new Date(takenAt.getTime() - intervalMs) } };
  return claimDue(connection.collection<TurnRecord>('job_turns'), { _id: job, takenAt: isDue }, { takenAt });
}
