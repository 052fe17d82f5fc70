/** From when on a part of a page is called what, in ms after it was asked for. */
export const DEADLINES = {
  /** How long a prerendered page waits for its component before the frame is hydrated alone. */
  onePass: 250,
  /** A part that has not come is slow: one is told that it still loads. */
  slow: 3500,
  /** It has failed. When it comes later it is shown all the same. */
  failed: 20_000,
  /** What has not come is waited for no more. */
  givenUp: 120_000,
} as const;
