/** How many failures in a row start a page's cooldown. */
const MAX_FAILURES = 3;
/** The first cooldown, in ms; doubled after each further failure. */
const FIRST_COOLDOWN_MS = 60_000;
const MAX_COOLDOWN_MS = 3_600_000;
const MAX_REMEMBERED = 500;

/** The cooldowns of pages that failed repeatedly, in which they are not rendered. */
export interface PageCooldowns {
  /** Returns how much of a page's cooldown is left, in ms; 0 without one. */
  remainingOf(page: string): number;
  /** Records a rendered page. */
  succeeded(page: string): void;
  /** Records a failed page. Returns its cooldown, in ms; 0 without one. */
  failed(page: string): number;
}

/** Creates cooldowns without any failure. */
export function createPageCooldowns(now: () => number = Date.now): PageCooldowns {
  const failuresByPage = new Map<string, { failures: number; until: number }>();
  return {
    remainingOf: (page) => Math.max(0, (failuresByPage.get(page)?.until ?? 0) - now()),
    succeeded: (page) => void failuresByPage.delete(page),
    failed(page) {
      const failures = (failuresByPage.get(page)?.failures ?? 0) + 1;
      const further = failures - MAX_FAILURES;
      const cooldownMs = further < 0 ? 0 : Math.min(FIRST_COOLDOWN_MS * 2 ** further, MAX_COOLDOWN_MS);
      failuresByPage.delete(page);
      failuresByPage.set(page, { failures, until: now() + cooldownMs });
      const oldest = failuresByPage.keys().next().value;
      if (failuresByPage.size > MAX_REMEMBERED && oldest !== undefined) failuresByPage.delete(oldest);
      return cooldownMs;
    },
  };
}
