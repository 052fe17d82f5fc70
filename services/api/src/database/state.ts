import type { Logger } from 'pino';

/** What a process can do with its database. `not-writable`: it answers and takes no writes, as with a full disk. */
export type DatabaseState = 'ok' | 'away' | 'not-writable';

/** Returns a function that logs a state when it is another than the last one; the first is `ok`. */
export function createStateLog(log: Logger): (state: DatabaseState, error?: unknown) => void {
  let last: DatabaseState = 'ok';
  return (state, error) => {
    if (state === last) return;
    last = state;
    if (state === 'ok') log.info('the database is back');
    else if (state === 'away') log.warn('the database is away');
    else log.error({ err: error }, 'the database takes no writes');
  };
}
