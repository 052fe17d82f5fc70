/**
 * How a request went. `unavailable`: 503 with `Retry-After`. `broken`: the connection ended before the whole answer, which
 * the client notices. `unmailed`: the mail that was promised did not come. `wrong`: anything else, also an answer that took
 * too long.
 */
export type Verdict = 'right' | 'unavailable' | 'broken' | 'unmailed' | 'wrong';

/** A request that was not answered as it should have been. */
export interface Trouble {
  /** When it ended, by `performance.now()`. */
  readonly at: number;
  readonly what: string;
  readonly verdict: Exclude<Verdict, 'right'>;
  readonly why: string;
}

/** What has come of all requests. */
export interface Ledger {
  note(what: string): void;
  fail(what: string, verdict: Trouble['verdict'], why: string): void;
  /** Returns how many of each kind were answered right so far. */
  right(): ReadonlyMap<string, number>;
  /** Returns what went otherwise since a time. */
  troubles(since?: number): readonly Trouble[];
}

/** Opens an empty ledger. */
export function openLedger(): Ledger {
  const right = new Map<string, number>();
  const troubles: Trouble[] = [];
  return {
    note: (what) => right.set(what, (right.get(what) ?? 0) + 1),
    fail: (what, verdict, why) => troubles.push({ at: performance.now(), what, verdict, why }),
    right: () => new Map(right),
    troubles: (since = 0) => troubles.filter(({ at }) => at >= since),
  };
}
