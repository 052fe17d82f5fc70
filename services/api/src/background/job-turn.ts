import type { Database } from '../database/database.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';

interface TurnRecord {
  /** The name of the job. */
  readonly _id: string;
  readonly takenAt: Date;
}

/** Takes the turn of a job that one of all processes runs. Returns false while another has taken it within an interval. */
export async function takeJobTurn(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  job: string,
  intervalMs: number,
): Promise<boolean> {
  const takenAt = now();
  const isDue = { $not: { $gt: new Date(takenAt.getTime() - intervalMs) } };
  try {
    await connection
      .collection<TurnRecord>('job_turns')
      .updateOne({ _id: job, takenAt: isDue }, { $set: { takenAt } }, { upsert: true });
    return true;
  } catch (error) {
    // There is one, and it is not due.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
