import type { Captcha } from '@cytocomm/contract';
import { ApiError } from '../http/problem.ts';

/** What tells people from programs; which provider does it is a matter of configuration. */
export interface CaptchaProvider {
  /** What a form needs to show it. */
  challenge(): Promise<Captcha>;
  /**
   * Checks what the form sent, and spends it: the same solution never works twice. Throws `captcha` when it will not do, and
   * when the provider cannot be asked, in its own words: a form stays closed rather than open to everybody.
   */
  spend(solution: string, clientAddress: string): Promise<void>;
}

/** 400: there is no solved captcha. */
export function notSolved(detail = 'Please verify that you are not a robot!', cause?: unknown): ApiError {
  return new ApiError(400, 'captcha', detail, { cause });
}
