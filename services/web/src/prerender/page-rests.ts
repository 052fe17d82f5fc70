/** How many failures in a row pause a page. */
const MAX_FAILURES = 3;
/** The first pause, in ms; doubled after each further failure. */
const FIRST_COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const MAX_REMEMBERED = 500;

/** Pauses the rendering of pages that failed repeatedly. */
export interface PageRests {
  /** Returns the rest of a page's pause, in ms; 0 without one. */
  restOf(page: string): number;
  /** Records a rendered page. */
  succeeded(page: string): void;
  /** Records a failed page. Returns its pause, in ms; 0 without one. */
  failed(page: string): number;
}

/** Creates pauses without any failure. */
export function createPageRests(now: () => number = Date.now): PageRests {
  const failuresByPage = new Map<string, { failures: number; until: number }>();
  return {
    restOf: (page) => Math.max(0, (failuresByPage.get(page)?.until ?? 0) - now()),
    succeeded: (page) => void failuresByPage.delete(page),
    failed(page) {
      const failures = (failuresByPage.get(page)?.failures ?? 0) + 1;
      const further = failures - MAX_FAILURES;
      const rest = further < 0 ? 0 : Math.min(FIRST_COOLDOWN_MS * 2 ** further, MAX_COOLDOWN_MS);
      failuresByPage.delete(page);
      failuresByPage.set(page, { failures, until: now() + rest });
      const oldest = failuresByPage.keys().next().value;
      if (failuresByPage.size > MAX_REMEMBERED && oldest !== undefined) failuresByPage.delete(oldest);
      return rest;
    },
  };
}
