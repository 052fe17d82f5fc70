import { altchaChallengeSchema, type Captcha } from '@cytocomm/contract';
import { createTroubleLog } from '@cytocomm/runtime';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ApiError } from '../calls/problem.ts';
import type { Core } from '../core.ts';
import { deriveKeys } from '../settings/keys.ts';
import { createSpending } from './model.ts';

/** A provider of captchas, as the configuration names it. */
export interface CaptchaProvider {
  /** Returns what a form needs to show the captcha. */
  challenge(): Promise<Captcha>;
  /** Checks a solution and spends it: it works once. Throws `captcha` for an invalid one, and while the provider is down. */
  spend(solution: string, clientAddress: string): Promise<void>;
}

/** Returns 400 for a missing or unsolved captcha. */
export function captchaNotSolved(detail = 'Please verify that you are not a robot!', cause?: unknown): ApiError {
  return new ApiError(400, 'captcha', detail, { cause });
}

/** A remote provider; hCaptcha and Turnstile have the same API. */
interface RemoteCaptcha {
  readonly provider: 'hcaptcha' | 'turnstile';
  readonly siteKey: string;
  readonly secret: string;
  /** The URL that checks solutions. */
  readonly verifyUrl: string;
  /** The form's host: solutions for another one are refused. */
  readonly hostname: string;
}

/** The URL of each provider that checks solutions. */
const VERIFY_URLS = {
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
  captchaNotSolved(
    'The captcha cannot be checked right now. Your message was not sent; please try again later.',
    cause,
  );

/** Creates the captcha of a remote provider. */
function remoteCaptcha(
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
      if (solution === '') throw captchaNotSolved();
      const answer = await ask(solution, clientAddress);
      if (answer['error-codes']?.some((code) => /secret|sitekey/.test(code))) {
        log.error({ provider, codes: answer['error-codes'] }, 'the captcha provider refuses our keys');
        throw away(undefined);
      }
      if (!answer.success || (answer.hostname !== undefined && answer.hostname !== hostname)) throw captchaNotSolved();
      if (!(await spend(`${provider} ${solution}`, new Date(Date.now() + SPENT_MS)))) throw captchaNotSolved();
    },
  };
}

const LIFETIME_MS = 20 * 60 * 1000;
/** Rounds per try; the server makes one try per challenge. */
const MAX_ROUNDS = 5000;
const MIN_TRIES = 10;

/** The answer of the widget: the signed challenge and its solution. */
const payloadSchema = z.object({
  challenge: z.object({
    parameters: z
      .object({
        algorithm: z.string(),
        nonce: z.string().regex(/^[0-9a-f]{32}$/),
        salt: z.string().regex(/^[0-9a-f]{32}$/),
        cost: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        expiresAt: z.number(),
      })
      .strict(),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
});

type Payload = z.infer<typeof payloadSchema>;

/** Base64 of JSON, as the widget sends it. */
function readPayload(solution: string): Payload {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(solution, 'base64').toString()));
  } catch (error) {
    throw captchaNotSolved(undefined, error);
  }
}

/**
 * Creates a captcha by proof of work in the browser, without a third party. The first secret signs, all are accepted. `cost` is
 * the maximum of hashing rounds per form; three quarters on average.
 */
function altcha(
  secrets: readonly [Buffer, ...Buffer[]],
  cost: number,
  spend: (solution: string, expiresAt: Date) => Promise<boolean>,
): CaptchaProvider {
  const keysOf = (secret: Buffer) => ({
    hmacSignatureSecret: `challenge ${secret.toString('hex')}`,
    hmacKeySignatureSecret: `key ${secret.toString('hex')}`,
  });
  const rounds = Math.max(1, Math.min(MAX_ROUNDS, Math.floor(cost / MIN_TRIES)));
  const tries = Math.max(2, Math.ceil(cost / rounds));

  return {
    challenge: async () => {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(tries, Math.ceil(tries / 2)),
        deriveKey,
        expiresAt: new Date(Date.now() + LIFETIME_MS),
        ...keysOf(secrets[0]),
      });
      return altchaChallengeSchema.parse({ provider: 'altcha', ...challenge });
    },

    spend: async (solution) => {
      const { challenge, solution: found } = readPayload(solution);
      const verify = (secret: Buffer) => verifySolution({ challenge, solution: found, deriveKey, ...keysOf(secret) });
      let result = await verify(secrets[0]);
      for (const earlier of secrets.slice(1)) {
        if (result.verified || result.expired) break;
        result = await verify(earlier);
      }
      if (result.expired)
        throw captchaNotSolved('The captcha has expired. Please verify again that you are not a robot!');
      if (!result.verified) throw captchaNotSolved();
      // The signature identifies the challenge, not its solution.
      if (!(await spend(challenge.signature, new Date(challenge.parameters.expiresAt * 1000)))) {
        throw captchaNotSolved('This captcha was used already. Please verify again that you are not a robot!');
      }
    },
  };
}

/** Creates the configured captcha. */
export function createCaptcha({ config, database, log }: Core): CaptchaProvider {
  const spend = createSpending(database.connection);
  const { captcha } = config;
  if (captcha.provider === 'altcha') return altcha(deriveKeys(config.tokenSecrets, 'captcha'), captcha.cost, spend);
  const { hostname } = new URL(config.publicUrl);
  return remoteCaptcha(
    { ...captcha, verifyUrl: captcha.verifyUrl ?? VERIFY_URLS[captcha.provider], hostname },
    spend,
    log,
  );
}
