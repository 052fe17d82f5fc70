/** The times of a trial, in ms. */
export interface TrialTimes {
  /** How long a page may take until it is ready. */
  readonly readyMs: number;
  /** How long a difference from the page without the release may last. */
  readonly settleMs: number;
  /** How long a page may take for one answer; axe takes the longest. */
  readonly answerMs: number;
}

/** The times of a trial when nothing else is said; a page takes some 500 ms on an idle machine. */
export const TRIAL_TIMES: TrialTimes = { readyMs: 20_000, settleMs: 3000, answerMs: 20_000 };
