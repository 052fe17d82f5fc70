import { createTroubleLog, type TroubleLog } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { ApiError } from '../calls/problem.ts';
import { isDatabaseAway } from './away.ts';

/** The same for work on the database, of whose own trouble its own lines tell (state.ts): it counts as neither. */
export function createWorkTrouble(log: Pick<Logger, 'warn' | 'info'>, words: string): TroubleLog {
  const { failed, works } = createTroubleLog(log, words);
  const isToldElsewhere = (error: unknown) =>
    isDatabaseAway(error) || (error instanceof ApiError && error.code === 'database-unavailable');
  return {
    failed: (error, details) => {
      if (!isToldElsewhere(error)) failed(error, details);
    },
    works,
  };
}
