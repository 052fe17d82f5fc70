/** The longest waiting time that is believed, in seconds: a day. Nobody is told to come back in a year. */
const MAX_WAIT_S = 86_400;

/** Returns the seconds of a `Retry-After` header, which holds seconds or a date; null without one that can be believed. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | null {
  if (!header) return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return seconds <= MAX_WAIT_S ? Math.max(0, seconds) : null;
}
