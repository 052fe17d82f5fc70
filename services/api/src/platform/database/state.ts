import type { Logger } from 'pino';
import { isDatabaseAway } from './away.ts';
import { RestoreRefusal } from './restore-mark.ts';

/**
 * What a process can do with its database. `not-writable`: it answers and takes no writes, as with a full disk. `restoring`: a
 * restore has begun and not ended. `restored`: one began while the process used it, which is to be started again.
 */
export type DatabaseState = 'ok' | 'away' | 'not-writable' | 'restoring' | 'restored';

/** Returns the state that a failure of `Database.write` shows. */
export function stateBehind(error: unknown): DatabaseState {
  if (error instanceof RestoreRefusal) return error.state;
  return isDatabaseAway(error) ? 'away' : 'not-writable';
}

/** Returns a function that logs a state when it is another than the last one; the first is `ok`. */
export function createStateLog(log: Logger): (state: DatabaseState, error?: unknown) => void {
  let last: DatabaseState = 'ok';
  return (state, error) => {
    if (state === last) return;
    last = state;
    if (state === 'ok') log.info('the database is back');
    else if (state === 'away') log.warn('the database is away');
    else if (error instanceof RestoreRefusal) log.error({ why: error.message }, 'the database is not used');
    else log.error({ err: error }, 'the database takes no writes');
  };
}
