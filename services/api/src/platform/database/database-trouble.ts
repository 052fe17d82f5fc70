import { ApiError } from '../calls/problem.ts';
import { type DatabaseTrouble, troubleOf } from './away.ts';

/** Whether a call may have written before the database failed. */
export type Outcome = 'unchanged' | 'unknown';

/** Clients may rely on these texts: only `unchanged` may be repeated without a check. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  unchanged: 'Nothing was changed.',
  unknown: 'The change may have been made all the same: look before you send it again.',
};

const TROUBLES: Readonly<Record<DatabaseTrouble, { readonly detail: string; readonly retryAfterSeconds: number }>> = {
  away: { detail: 'The database cannot be reached for the moment.', retryAfterSeconds: 5 },
  full: { detail: 'The database has no room left to write.', retryAfterSeconds: 60 },
  restored: { detail: 'The portal is being restored from a backup.', retryAfterSeconds: 60 },
};

/** Returns 503 with `Retry-After`. */
export function databaseUnavailable(trouble: DatabaseTrouble, outcome: Outcome, cause?: unknown): ApiError {
  const { detail, retryAfterSeconds } = TROUBLES[trouble];
  return new ApiError(503, 'database-unavailable', `${detail} ${OUTCOMES[outcome]}`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    cause,
  });
}

/** Returns the 503 for an error of the database, or the error itself. */
export function toUnavailable(error: unknown, outcome: Outcome): unknown {
  const trouble = troubleOf(error);
  return trouble === undefined ? error : databaseUnavailable(trouble, outcome, error);
}

/** Awaits work that precedes a call's first write: a failure in it has changed nothing. */
export async function beforeWriting<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw toUnavailable(error, 'unchanged');
  }
}
