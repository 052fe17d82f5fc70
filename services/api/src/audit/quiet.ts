const MINUTE_MS = 60_000;

/** Does `work` unless the same key had its turn within the minute. */
export type Quietly = (key: string, work: () => Promise<void>) => Promise<void>;

/**
 * Each key has one turn a minute, and at most `mostKeys` keys have theirs, so that whoever is refused often or from everywhere
 * cannot fill the trail. Counted by this process.
 */
export function createQuiet(mostKeys: number): Quietly {
  const heard = new Set<string>();
  let since = Number.NEGATIVE_INFINITY;
  return async (key, work) => {
    const now = Date.now();
    if (Math.abs(now - since) >= MINUTE_MS) {
      heard.clear();
      since = now;
    }
    if (heard.has(key) || heard.size >= mostKeys) return;
    heard.add(key);
    await work();
  };
}
