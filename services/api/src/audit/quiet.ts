const MINUTE_MS = 60_000;

/** Runs `work` unless the key had a run within the last minute. */
export type Quietly = (key: string, work: () => Promise<void>) => Promise<void>;

/**
 * Returns a function that runs work once a minute per key, for at most `maxKeys` keys, so that refused calls cannot fill the
 * trail. Counted per process.
 */
export function createQuiet(maxKeys: number): Quietly {
  const heard = new Set<string>();
  let since = Number.NEGATIVE_INFINITY;
  return async (key, work) => {
    const now = Date.now();
    if (Math.abs(now - since) >= MINUTE_MS) {
      heard.clear();
      since = now;
    }
    if (heard.has(key) || heard.size >= maxKeys) return;
    heard.add(key);
    await work();
  };
}
