import { createTroubleLog } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type CaptchaProvider, notSolved } from './captcha.ts';

/** A remote provider; hCaptcha and Turnstile have the same API. */
export interface RemoteCaptcha {
  readonly provider: 'hcaptcha' | 'turnstile';
  readonly siteKey: string;
  readonly secret: string;
  /** The URL that checks solutions. */
  readonly verifyUrl: string;
  /** The form's host: solutions for another one are refused. */
  readonly hostname: string;
}

/** The URL of each provider that checks solutions. */
export const VERIFY_URLS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

const TIMEOUT_MS = 5000;
/** How long a spent solution is stored, in ms; providers forget it after minutes. */
const SPENT_MS = 60 * 60 * 1000;

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

const away = (cause: unknown) =>
  notSolved('The captcha cannot be checked for the moment. Your message was not sent; please try again later.', cause);

/** Creates the captcha of a remote provider. */
export function remoteCaptcha(
  { provider, siteKey, secret, verifyUrl, hostname }: RemoteCaptcha,
  spend: (solution: string, expiresAt: Date) => Promise<boolean>,
  log: Logger,
): CaptchaProvider {
  const trouble = createTroubleLog(log, 'the captcha provider cannot be asked');

  async function ask(solution: string, clientAddress: string): Promise<z.infer<typeof answerSchema>> {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: solution, remoteip: clientAddress, sitekey: siteKey }),
        // A redirect would hand our secret key on.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`${provider} answered ${answer.status}`);
      const parsed = answerSchema.parse(await answer.json());
      trouble.works();
      return parsed;
    } catch (error) {
      trouble.failed(error, { provider });
      throw away(error);
    }
  }

  return {
    challenge: async () => ({ provider, siteKey }),
    spend: async (solution, clientAddress) => {
      if (solution === '') throw notSolved();
      const answer = await ask(solution, clientAddress);
      if (answer['error-codes']?.some((code) => /secret|sitekey/.test(code))) {
        log.error({ provider, codes: answer['error-codes'] }, 'the captcha provider refuses our keys');
        throw away(undefined);
      }
      if (!answer.success || (answer.hostname !== undefined && answer.hostname !== hostname)) throw notSolved();
      if (!(await spend(`${provider} ${solution}`, new Date(Date.now() + SPENT_MS)))) throw notSolved();
    },
  };
}
