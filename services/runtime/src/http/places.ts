/** How many places a holder may have, however few are free: a page asks for several things at once. */
const FEW_PLACES = 4;

/** A holder of places, and how many they may have while at least half of all are free. */
export interface PlaceHolder {
  readonly key: string;
  readonly max: number;
}

/** The places of something bounded. */
export interface Places {
  /**
   * Takes a place for some holders. Returns a function that frees it; further calls do nothing. Or who has too many: a `holder`, or
   * `all` together.
   */
  take(holders: readonly PlaceHolder[]): (() => void) | 'holder' | 'all';
  /** Returns how many are taken. */
  taken(): number;
}

/** Creates `max` places. The fewer are free, the fewer a holder may have: whoever has none yet finds one for longer. */
export function createPlaces(max: number): Places {
  const countByKey = new Map<string, number>();
  let taken = 0;

  function add(key: string, more: number): void {
    const count = (countByKey.get(key) ?? 0) + more;
    if (count > 0) countByKey.set(key, count);
    else countByKey.delete(key);
  }

  return {
    take: (holders) => {
      if (taken >= max) return 'all';
      const isFull = ({ key, max: most }: PlaceHolder) => {
        const share = Math.max(FEW_PLACES, Math.ceil((most * 2 * (max - taken)) / max));
        return (countByKey.get(key) ?? 0) >= Math.min(most, share);
      };
      if (holders.some(isFull)) return 'holder';
      taken += 1;
      for (const { key } of holders) add(key, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken -= 1;
        for (const { key } of holders) add(key, -1);
      };
    },
    taken: () => taken,
  };
}
