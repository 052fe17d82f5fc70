import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 4000;

/**
 * Tries something until it succeeds, after pauses of 0.25 s to 4 s, and logs each failure: nothing is given up in silence. Throws
 * what `isPassing` does not take for a passing trouble, and the last error once `stop` is aborted.
 */
export async function patiently<Result>(
  what: string,
  step: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
  log: Logger,
  stop: AbortSignal,
): Promise<Result> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await step();
    } catch (error) {
      if (stop.aborted || !isPassing(error)) throw error;
      log.warn({ err: error, againInMs: pauseMs }, `could not ${what}; it is tried again`);
      await pause(pauseMs, undefined, { signal: stop });
    }
  }
}
