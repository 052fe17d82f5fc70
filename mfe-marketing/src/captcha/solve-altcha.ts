import type { Captcha } from '@cytocomm/contract';
import { pbkdf2, solveChallenge } from 'altcha/lib';

/** A proof-of-work challenge. */
export type AltchaChallenge = Extract<Captcha, { provider: 'altcha' }>;

/** Attempts under way at once. The browser derives keys in threads of its own, so the page stays responsive. */
const LANES = 4;

/**
 * Does the work that a challenge asks for. Returns the proof for the server. Needs no worker, so it runs under any
 * Content-Security-Policy and from any origin. Rejects when no solution is found in time or the work is stopped.
 */
export async function solveAltcha(challenge: AltchaChallenge, signal: AbortSignal): Promise<string> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  const lane = async (start: number) => {
    const solution = await solveChallenge({
      challenge,
      controller,
      counterStart: start,
      counterStep: LANES,
      deriveKey: pbkdf2.deriveKey,
    });
    if (!solution) throw new Error('No solution was found in time.');
    return solution;
  };
  try {
    const solution = await Promise.any(Array.from({ length: LANES }, (_, start) => lane(start)));
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    stop();
    signal.removeEventListener('abort', stop);
  }
}
