/**
 * The deadlines of a page load, in ms. Each is longer than the ones inside it, so that the innermost fails first and
 * names the cause.
 */
export const DEADLINES = {
  /** How long a prerendered page waits for its component before the frame is hydrated alone. */
  onePass: 250,
  /** How long a remote's entry script may take. */
  entry: 2500,
  /** How long a chunk may take. */
  chunk: 2500,
  /** How long a component may take from the first request to the last. */
  component: 2900,
  /** How long until a slot shows its component or says what failed. */
  slot: 3500,
} as const;
