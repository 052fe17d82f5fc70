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

/** How far the clocks of processes may be apart: a later moment than this is of before the clock was set back. */
const CLOCKS_APART_MS = 60_000;

/** Returns the condition that a moment, if there is one, is at least so long ago. */
export const longAgo = (now: Date, ms: number) => ({
  $not: { $gt: new Date(now.getTime() - ms), $lte: new Date(now.getTime() + CLOCKS_APART_MS) },
});

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
  const due = { _id: job, takenAt: longAgo(takenAt, intervalMs) };
  return claimDue(connection.collection<TurnRecord>('job_turns'), due, { takenAt });
}
