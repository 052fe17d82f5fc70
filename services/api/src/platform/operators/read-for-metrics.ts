import type { Logger } from 'pino';
import { createWorkTrouble } from '../database/work-trouble.ts';

/** Returns a reading for the metrics that is undefined when it fails, of which the log tells once. */
export function readForMetrics<Found>(
  what: string,
  read: () => Promise<Found | undefined>,
  log: Pick<Logger, 'warn' | 'info'>,
): () => Promise<Found | undefined> {
  const trouble = createWorkTrouble(log, `${what} could not be read for the metrics`);
  return async () => {
    try {
      const found = await read();
      trouble.works();
      return found;
    } catch (error) {
      trouble.failed(error);
      return undefined;
    }
  };
}
