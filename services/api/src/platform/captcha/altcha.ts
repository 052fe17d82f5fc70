import { altchaChallengeSchema } from '@cytocomm/contract';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { type CaptchaProvider, notSolved } from './captcha.ts';

const LIFETIME_MS = 20 * 60 * 1000;
/** Rounds per try; the server makes one try per challenge. */
const MAX_ROUNDS = 5000;
const MIN_TRIES = 10;

/** What the widget sends: the signed challenge and its solution. */
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
    throw notSolved(undefined, error);
  }
}

/**
 * Creates a captcha by proof of work in the browser, without a third party. The first secret signs, all are accepted. `cost` is
 * the maximum of hashing rounds per form; three quarters on average.
 */
export function altcha(
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
      if (result.expired) throw notSolved('The captcha has expired. Please verify again that you are not a robot!');
      if (!result.verified) throw notSolved();
      // The signature identifies the challenge, whatever its solution.
      if (!(await spend(challenge.signature, new Date(challenge.parameters.expiresAt * 1000)))) {
        throw notSolved('This captcha was used already. Please verify again that you are not a robot!');
      }
    },
  };
}
