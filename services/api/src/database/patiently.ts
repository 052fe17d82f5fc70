import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 4000;

/**
 * Retries until it succeeds, after delays of 0.25 s to 4 s, and logs each failure. Throws errors that `isPassing` does not
 * accept, and the last one once `stop` is aborted.
 */
export async function patiently<Result>(
  what: string,
  step: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
  log: Logger,
  stop: AbortSignal,
): Promise<Result> {
  for (let pauseMs = MIN_DELAY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_DELAY_MS)) {
    try {
      return await step();
    } catch (error) {
      if (stop.aborted || !isPassing(error)) throw error;
      // Each try would repeat the same stack.
      log.warn(
        { why: error instanceof Error ? error.message : String(error), againInMs: pauseMs },
        `could not ${what}; it is tried again`,
      );
      await pause(pauseMs, undefined, { signal: stop });
    }
  }
}
