const MINUTE_MS = 60_000;

/** Runs `work` unless the key had a run within the current minute window. */
export type OncePerMinute = (key: string, work: () => Promise<void>) => Promise<void>;

/**
 * Returns a function that runs work once a minute per key, for at most `maxKeys` keys, so that refused calls cannot fill the
 * trail. Counted per process.
 */
export function createOncePerMinute(maxKeys: number): OncePerMinute {
  const seen = new Set<string>();
  let since = Number.NEGATIVE_INFINITY;
  return async (key, work) => {
    const now = Date.now();
    if (Math.abs(now - since) >= MINUTE_MS) {
      seen.clear();
      since = now;
    }
    if (seen.has(key) || seen.size >= maxKeys) return;
    seen.add(key);
    await work();
  };
}
