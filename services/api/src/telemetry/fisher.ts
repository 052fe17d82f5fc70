/** How many of some clients had a failure. */
export interface Share {
  readonly failing: number;
  readonly clients: number;
}

/** Returns the logarithm of the number of ways to take `taken` of `all`. */
function logChoices(all: number, taken: number): number {
  let sum = 0;
  for (let each = 1; each <= taken; each += 1) sum += Math.log(all - taken + each) - Math.log(each);
  return sum;
}

/**
 * Fisher's exact test, one-sided: returns how probable it is that chance alone gives the first group as many failures as it has,
 * or more, when both groups fail equally often. 1 when there is nothing to compare with.
 */
export function fisherExact(group: Share, other: Share): number {
  const clients = group.clients + other.clients;
  const failing = group.failing + other.failing;
  const all = logChoices(clients, group.clients);
  const most = Math.min(group.clients, failing);
  let probability = 0;
  for (let each = group.failing; each <= most; each += 1)
    probability += Math.exp(logChoices(failing, each) + logChoices(clients - failing, group.clients - each) - all);
  return Math.min(1, probability);
}
