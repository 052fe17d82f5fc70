import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 4000;

/**
 * Retries until it succeeds, after delays of 0.25 s to 4 s. Logs the second failure in a row of one cause, and the recovery.
 * Throws errors that `isTransient` does not accept, and the last one once `stop` is aborted.
 */
export async function retryWithBackoff<Result>(
  what: string,
  step: () => Promise<Result>,
  isTransient: (error: unknown) => boolean,
  log: Logger,
  stop: AbortSignal,
): Promise<Result> {
  let last: string | undefined;
  let reported: string | undefined;
  for (let pauseMs = MIN_DELAY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_DELAY_MS)) {
    try {
      const result = await step();
      if (reported !== undefined) log.info(`over: could not ${what}`);
      return result;
    } catch (error) {
      if (stop.aborted || !isTransient(error)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      if (why === last && why !== reported) {
        reported = why;
        log.warn({ why }, `could not ${what}; it is tried again`);
      }
      last = why;
      await pause(pauseMs, undefined, { signal: stop });
    }
  }
}
