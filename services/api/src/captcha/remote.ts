import type { Logger } from 'pino';
import { z } from 'zod';
import { type CaptchaProvider, notSolved } from './captcha.ts';

/** A provider that is asked over the network; hCaptcha and Turnstile speak alike. */
export interface RemoteCaptcha {
  readonly provider: 'hcaptcha' | 'turnstile';
  readonly siteKey: string;
  readonly secret: string;
  /** Where solutions are checked. */
  readonly verifyUrl: string;
  /** Where the form is shown: a solution made for another site does not count. */
  readonly hostname: string;
}

/** Where each provider checks solutions. */
export const VERIFY_URLS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

const TIMEOUT_MS = 5000;
/** Both providers forget a solution after minutes; it is remembered here for longer. */
const SPENT_MS = 60 * 60 * 1000;

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});

const away = (cause: unknown) =>
  notSolved('The captcha cannot be checked for the moment. Your message was not sent; please try again later.', cause);

/** A captcha of another provider. */
export function remoteCaptcha(
  { provider, siteKey, secret, verifyUrl, hostname }: RemoteCaptcha,
  spend: (solution: string, expiresAt: Date) => Promise<boolean>,
  log: Logger,
): CaptchaProvider {
  async function ask(solution: string, clientAddress: string): Promise<z.infer<typeof answerSchema>> {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: solution, remoteip: clientAddress, sitekey: siteKey }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`${provider} answered ${answer.status}`);
      return answerSchema.parse(await answer.json());
    } catch (error) {
      log.error({ err: error, provider }, 'the captcha provider cannot be asked');
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
