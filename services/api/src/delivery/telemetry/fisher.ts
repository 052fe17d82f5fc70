/** How many of some clients had a failure. */
export interface Share {
  readonly failing: number;
  readonly clients: number;
}

/** The logarithms of the factorials from 0 on, as far as they were needed. */
const logFactorials = [0];

function logFactorial(of: number): number {
  let last = logFactorials.at(-1) ?? 0;
  for (let each = logFactorials.length; each <= of; each += 1) {
    last += Math.log(each);
    logFactorials.push(last);
  }
  return logFactorials[of] ?? 0;
}

/** Returns the logarithm of the number of ways to take `taken` of `all`; -Infinity when there is none. */
function logChoices(all: number, taken: number): number {
  if (taken > all) return Number.NEGATIVE_INFINITY;
  return logFactorial(all) - logFactorial(taken) - logFactorial(all - taken);
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
