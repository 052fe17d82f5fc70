import { ApiError } from '../http/problem.ts';

/** When to retry without a free slot, in seconds. */
const RETRY_AFTER_S = 5;

/** A holder of slots and its maximum. */
export interface SlotHolder {
  readonly key: string;
  readonly max: number;
}

/** The slots of a process for long calls. */
export interface Slots {
  /**
   * Takes a slot for some holders. Returns a function that frees it; further calls do nothing. Throws 429 when a holder has its
   * maximum, 503 when all are taken.
   */
  take(holders: readonly SlotHolder[]): () => void;
  /** Returns how many are taken. */
  taken(): number;
}

/** Creates `max` slots; `what` names them in messages. */
export function createSlots(what: string, max: number): Slots {
  const countByKey = new Map<string, number>();
  let taken = 0;
  const headers = { 'Retry-After': String(RETRY_AFTER_S) };

  return {
    take: (holders) => {
      if (taken >= max)
        throw new ApiError(503, 'busy', `There are too many ${what} at once. Try again soon.`, { headers });
      if (holders.some((holder) => (countByKey.get(holder.key) ?? 0) >= holder.max)) {
        const detail = `You have too many ${what} at once. Try again when one of them has ended.`;
        throw new ApiError(429, 'rate-limited', detail, { headers });
      }
      taken += 1;
      for (const { key } of holders) countByKey.set(key, (countByKey.get(key) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        for (const { key } of holders) {
          const left = (countByKey.get(key) ?? 0) - 1;
          if (left > 0) countByKey.set(key, left);
          else countByKey.delete(key);
        }
      };
    },
    taken: () => taken,
  };
}
