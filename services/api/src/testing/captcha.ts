import { altchaChallengeSchema } from '@cytocomm/contract';
import { type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { z } from 'zod';
import { read, type TestBrowser } from './browser.ts';

/** A challenge as the server gives it. */
type TestChallenge = z.infer<typeof altchaChallengeSchema>;

/** A challenge, and what a browser found for it. */
export interface SolvedChallenge {
  readonly challenge: TestChallenge;
  readonly solution: Solution;
}

/** Asks for a challenge and does its work. */
export async function solveCaptcha(browser: TestBrowser): Promise<SolvedChallenge> {
  const challenge = read(await browser.get('/api/captcha'), altchaChallengeSchema);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('no solution in time');
  return { challenge, solution };
}

/** What a form sends. */
export function inForm(solved: unknown): string {
  return Buffer.from(JSON.stringify(solved)).toString('base64');
}

/** The captcha of a form, solved. */
export async function solvedCaptcha(browser: TestBrowser): Promise<string> {
  return inForm(await solveCaptcha(browser));
}
