import { solveChallengeWorkers } from 'altcha/lib';
import type { AltchaChallenge } from './captcha.ts';

/** More threads than this help little and would slow the page on a small device. */
const MOST_WORKERS = 4;

/**
 * Does the work that a challenge asks for, away from the page's own thread, and answers the proof for the server.
 * Rejects when no solution is found in time or the work is stopped.
 */
export async function solveAltcha(challenge: AltchaChallenge, signal: AbortSignal): Promise<string> {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: () => new Worker(new URL('./altcha-worker.ts', import.meta.url)),
  });
  if (!solution) throw new Error('No solution was found in time.');
  return btoa(JSON.stringify({ challenge, solution }));
}
