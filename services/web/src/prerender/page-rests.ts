/** How many failures in a row a page may have before it rests. */
const MAX_FAILURES = 3;
/** How long it rests then, in ms; twice that after each further failure. */
const FIRST_REST_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const MAX_REMEMBERED = 500;

/** Which pages are not to be tried for now, because they failed again and again. */
export interface PageRests {
  /** How long a page is still not to be tried, in ms; 0 for one that may be. */
  restOf(page: string): number;
  /** A page was made. */
  succeeded(page: string): void;
  /** A page was not made. Returns how long it rests now, in ms; 0 while it does not. */
  failed(page: string): number;
}

/** Nobody has failed yet. */
export function createPageRests(now: () => number = Date.now): PageRests {
  const known = new Map<string, { failures: number; until: number }>();
  return {
    restOf: (page) => Math.max(0, (known.get(page)?.until ?? 0) - now()),
    succeeded: (page) => void known.delete(page),
    failed(page) {
      const failures = (known.get(page)?.failures ?? 0) + 1;
      const further = failures - MAX_FAILURES;
      const rest = further < 0 ? 0 : Math.min(FIRST_REST_MS * 2 ** further, MAX_COOLDOWN_MS);
      known.delete(page);
      known.set(page, { failures, until: now() + rest });
      const oldest = known.keys().next().value;
      if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
      return rest;
    },
  };
}
