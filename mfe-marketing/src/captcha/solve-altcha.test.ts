/** @jest-environment node */
import { altchaChallengeSchema } from '@cytocomm/contract';
import { createChallenge, pbkdf2, type Solution, verifySolution } from 'altcha/lib';
import { type AltchaChallenge, solveAltcha } from './solve-altcha.ts';

const secret = 'a secret of the server';

const challengeOf = async (keyPrefix: string): Promise<AltchaChallenge> =>
  altchaChallengeSchema.parse({
    provider: 'altcha',
    ...(await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      keyPrefix,
      expiresAt: new Date(Date.now() + 60_000),
      deriveKey: pbkdf2.deriveKey,
      hmacSignatureSecret: secret,
    })),
  });

it('finds a proof that the server accepts', async () => {
  const proof = await solveAltcha(await challengeOf('0'), new AbortController().signal);
  const { challenge, solution }: { challenge: AltchaChallenge; solution: Solution } = JSON.parse(atob(proof));
  const answer = await verifySolution({
    challenge,
    solution,
    deriveKey: pbkdf2.deriveKey,
    hmacSignatureSecret: secret,
  });
  expect(answer.verified).toBe(true);
});

it('stops when it is told to', async () => {
  const stop = new AbortController();
  const work = solveAltcha(await challengeOf('f'.repeat(16)), stop.signal);
  stop.abort();
  await expect(work).rejects.toThrow();
});
