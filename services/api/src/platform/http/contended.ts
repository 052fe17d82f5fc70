import { type ApiError, serviceUnavailable } from '../calls/problem.ts';

/** How often a change starts over because somebody else was faster. */
export const MAX_ATTEMPTS = 10;

/** Returns the 503 of a change of `what` that others overtook each time. */
export function contended(what: string): ApiError {
  return serviceUnavailable(`Somebody else just changed ${what}. Try again.`);
}
