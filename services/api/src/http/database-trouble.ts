import { type DatabaseTrouble, troubleOf } from '../database/away.ts';
import { ApiError } from './problem.ts';

/** What is known of a call that the database has failed: it never reached a write, or it may have. */
export type Outcome = 'unchanged' | 'unknown';

/** Clients may rely on these words: what they say beyond the code decides whether a call can be sent again without a look. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  unchanged: 'Nothing was changed.',
  unknown: 'The change may have been made all the same: look before you send it again.',
};

const TROUBLES: Readonly<Record<DatabaseTrouble, { readonly detail: string; readonly retryAfterSeconds: number }>> = {
  away: { detail: 'The database cannot be reached for the moment.', retryAfterSeconds: 5 },
  full: { detail: 'The database has no room left to write.', retryAfterSeconds: 60 },
};

/** 503 with `Retry-After`: the database is in trouble, and this is known of the call. */
export function databaseUnavailable(trouble: DatabaseTrouble, outcome: Outcome, cause?: unknown): ApiError {
  const { detail, retryAfterSeconds } = TROUBLES[trouble];
  return new ApiError(503, 'database-unavailable', `${detail} ${OUTCOMES[outcome]}`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });
}

/** The 503 for an error that means trouble with the database; any other error as it is. */
export function explained(error: unknown, outcome: Outcome): unknown {
  const trouble = troubleOf(error);
  return trouble === undefined ? error : databaseUnavailable(trouble, outcome, error);
}

/** Waits for what a call does before its first write: if the database fails in there, nothing was changed. */
export async function beforeWriting<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw explained(error, 'unchanged');
  }
}
