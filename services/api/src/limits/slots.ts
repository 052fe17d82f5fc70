import { ApiError } from '../http/problem.ts';

/** When somebody without a slot may try again: most of what holds one ends within seconds. */
const RETRY_AFTER_S = 5;

/** Somebody who holds slots, and how many they may hold. */
export interface SlotHolder {
  readonly key: string;
  readonly most: number;
}

/** Slots for calls that last, in one process. */
export interface Slots {
  /**
   * Takes one slot for these holders. The returned function gives it back, once, however often it is called. Throws 429 when one of
   * them has as many as they may, 503 when all are taken.
   */
  take(holders: readonly SlotHolder[]): () => void;
  /** How many are taken. */
  taken(): number;
}

/** As many slots as `most`, for what `what` names to people. */
export function createSlots(what: string, most: number): Slots {
  const held = new Map<string, number>();
  let taken = 0;
  const headers = { 'Retry-After': String(RETRY_AFTER_S) };

  return {
    take: (holders) => {
      if (taken >= most)
        throw new ApiError(503, 'busy', `There are too many ${what} at once. Try again soon.`, { headers });
      if (holders.some((holder) => (held.get(holder.key) ?? 0) >= holder.most)) {
        const detail = `You have too many ${what} at once. Try again when one of them has ended.`;
        throw new ApiError(429, 'rate-limited', detail, { headers });
      }
      taken += 1;
      for (const { key } of holders) held.set(key, (held.get(key) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        for (const { key } of holders) {
          const left = (held.get(key) ?? 0) - 1;
          if (left > 0) held.set(key, left);
          else held.delete(key);
        }
      };
    },
    taken: () => taken,
  };
}
