import { inTime } from '../database/in-time.ts';
import { remembered } from './remembered.ts';

/** `unknown`: no check has ended lately. */
export type MailState = 'ok' | 'away' | 'unknown';

/** How long one who asks waits for the mail server. */
const WAIT_MS = 250;
/** When a server that says nothing counts as away. */
const TIMEOUT_MS = 5000;
/** How long a result is cached: each check is a connection. */
const FRESH_MS = 10_000;
/** How long the last result counts while the next check runs. */
const KNOWN_MS = FRESH_MS + TIMEOUT_MS;

/**
 * Creates the check of a mail server. It takes 250 ms at most: of a check that takes longer the result is kept for those who
 * ask next, and until then the one before counts, unless it is older than 15 s.
 */
export function createMailCheck(verify: () => Promise<void>): () => Promise<MailState> {
  let known: MailState = 'unknown';
  let knownUntil = 0;
  const check = remembered<MailState>(
    async () => {
      const answer = verify().then(
        () => 'ok' as const,
        () => 'away' as const,
      );
      known = await inTime<MailState>(answer, TIMEOUT_MS, 'away');
      knownUntil = performance.now() + KNOWN_MS;
      return known;
    },
    () => FRESH_MS,
  );
  return async () => {
    const state = await inTime(check(), WAIT_MS, undefined);
    return state ?? (performance.now() < knownUntil ? known : 'unknown');
  };
}
