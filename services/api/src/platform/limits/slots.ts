import { createPlaces, type PlaceHolder } from '@cytocomm/runtime';
import { ApiError } from '../calls/problem.ts';

/** When to retry without a free slot, in seconds. */
const RETRY_AFTER_S = 5;

/** The slots of a process for long calls. */
export interface Slots {
  /**
   * Takes a slot for some holders. Returns a function that frees it; further calls do nothing. Throws 429 when a holder has its
   * maximum, which is less when more than half of all are taken, and 503 when all are.
   */
  take(holders: readonly PlaceHolder[]): () => void;
  /** Returns how many are taken. */
  taken(): number;
}

/** Creates `max` slots; `what` names them in messages. */
export function createSlots(what: string, max: number): Slots {
  const places = createPlaces(max);
  const headers = { 'Retry-After': String(RETRY_AFTER_S) };

  return {
    take: (holders) => {
      const free = places.take(holders);
      if (free === 'all')
        throw new ApiError(503, 'busy', `There are too many ${what} at once. Try again soon.`, { headers });
      if (free === 'holder') {
        const detail = `You have too many ${what} at once. Try again when one of them has ended.`;
        throw new ApiError(429, 'rate-limited', detail, { headers });
      }
      return free;
    },
    taken: places.taken,
  };
}
