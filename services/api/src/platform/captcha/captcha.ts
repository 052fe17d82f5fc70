import type { Captcha } from '@cytocomm/contract';
import { ApiError } from '../calls/problem.ts';

/** A provider of captchas, as the configuration names it. */
export interface CaptchaProvider {
  /** Returns what a form needs to show the captcha. */
  challenge(): Promise<Captcha>;
  /** Checks a solution and spends it: it works once. Throws `captcha` for an invalid one, and while the provider is down. */
  spend(solution: string, clientAddress: string): Promise<void>;
}

/** Returns 400 for a missing or unsolved captcha. */
export function notSolved(detail = 'Please verify that you are not a robot!', cause?: unknown): ApiError {
  return new ApiError(400, 'captcha', detail, { cause });
}
