import type { Logger } from 'pino';

/** Logs what fails for long, or over and over, in two lines. */
export interface TroubleLog {
  failed(error: unknown, details?: Readonly<Record<string, unknown>>): void;
  works(): void;
}

/** Returns what logs `words` with the first failure, nothing of those after it, and one line when it works again. */
export function createTroubleLog(log: Pick<Logger, 'warn' | 'info'>, words: string): TroubleLog {
  let failures = 0;
  return {
    failed: (error, details) => {
      failures += 1;
      if (failures === 1) log.warn({ ...details, err: error }, words);
    },
    works: () => {
      if (failures > 0) log.info({ failures }, `over: ${words}`);
      failures = 0;
    },
  };
}
