import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 4000;

/**
 * Retries until it succeeds, after delays of 0.25 s to 4 s. The second failure of one cause is logged, for a busy machine has
 * one by itself, and that it succeeds then. Throws errors that `isPassing` does not accept, and the last one once `stop` is
 * aborted.
 */
export async function retryWithBackoff<Result>(
  what: string,
  step: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
  log: Logger,
  stop: AbortSignal,
): Promise<Result> {
  let last: string | undefined;
  let told: string | undefined;
  for (let pauseMs = MIN_DELAY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_DELAY_MS)) {
    try {
      const result = await step();
      if (told !== undefined) log.info(`over: could not ${what}`);
      return result;
    } catch (error) {
      if (stop.aborted || !isPassing(error)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      if (why === last && why !== told) {
        told = why;
        log.warn({ why }, `could not ${what}; it is tried again`);
      }
      last = why;
      await pause(pauseMs, undefined, { signal: stop });
    }
  }
}
