import { ApiError } from '../calls/problem.ts';
import { inTime } from '../database/in-time.ts';
import { type DatabaseState, stateBehind } from '../database/state.ts';
import { remembered } from './remembered.ts';

/** The timeout of the database, below that of proxies. */
const TIMEOUT_MS = 2000;
/** How long a good result is cached: each check is a write. Failures are not cached. */
const FRESH_MS = 500;

/** An ApiError: the database has not answered this process yet. */
const stateOf = (error: unknown) => (error instanceof ApiError ? 'away' : stateBehind(error));

/**
 * Creates the check of a database, by a write: the driver of a cluster stays connected to its router while the members
 * behind it are away. It takes 2 s at most.
 */
export function createDatabaseCheck(write: () => Promise<void>): () => Promise<DatabaseState> {
  return remembered<DatabaseState>(
    () =>
      inTime(
        write().then(() => 'ok', stateOf),
        TIMEOUT_MS,
        'away',
      ),
    (state) => (state === 'ok' ? FRESH_MS : 0),
  );
}
