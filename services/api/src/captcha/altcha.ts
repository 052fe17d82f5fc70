import { altchaChallengeSchema } from '@cytocomm/contract';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { type CaptchaProvider, notSolved } from './captcha.ts';

const LIFE_MS = 20 * 60 * 1000;
/** More rounds for one try make the server's own share of the work larger, which is one try for each challenge. */
const MAX_ROUNDS = 5000;
const FEWEST_TRIES = 10;

/** What the widget sends: the challenge as it got it, and the solution. Only what is signed is looked at. */
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

/** Base64 of JSON, as the widget puts it into the form. */
function readPayload(solution: string): Payload {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(solution, 'base64').toString()));
  } catch (error) {
    throw notSolved(undefined, error);
  }
}

/**
 * ALTCHA: the browser works for a second before a form is sent. Nobody else is asked, and nothing is loaded from elsewhere.
 * The first secret signs, each is accepted. `cost` is how many rounds of hashing a form costs its sender at most; on average three quarters of that.
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
  const rounds = Math.max(1, Math.min(MAX_ROUNDS, Math.floor(cost / FEWEST_TRIES)));
  const tries = Math.max(2, Math.ceil(cost / rounds));

  return {
    challenge: async () => {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(tries, Math.ceil(tries / 2)),
        deriveKey,
        expiresAt: new Date(Date.now() + LIFE_MS),
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
      // The signature names the challenge: another solution of the same challenge is the same to us.
      if (!(await spend(challenge.signature, new Date(challenge.parameters.expiresAt * 1000)))) {
        throw notSolved('This captcha was used already. Please verify again that you are not a robot!');
      }
    },
  };
}
