import { signedInSchema } from '@cytocomm/contract';
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expectProblem, read } from '../../testing/browser.ts';
import { CLIENT, type Claims, signInByCompany, startOpenIdProvider } from '../../testing/openid-provider.ts';
import { beforeTests, startTestPortal } from '../../testing/portal.ts';

const EMAIL = 'member@x.example';
const GOOD = { sub: 'member', email: EMAIL };

const provider = beforeTests(startOpenIdProvider);
const portal = beforeTests(() => startTestPortal(provider.settings));
beforeAll(() => portal.person(EMAIL, 'investor'));
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

const now = () => Math.floor(Date.now() / 1000);
const byOtherKey = async (claims: JWTPayload) => provider.sign(claims, await generateKeyPair('RS256'));
const without = async (claims: JWTPayload) => new UnsecuredJWT(claims).encode();
const bySecret = (claims: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(CLIENT.secret));
const byUnknownKey = async (claims: JWTPayload) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'unknown' })
    .sign((await generateKeyPair('RS256')).privateKey);

interface Forged {
  readonly token: string;
  readonly claims: Claims;
  readonly sign?: (claims: JWTPayload) => Promise<string>;
}

it.each<Forged>([
  { token: 'has no signature', claims: {}, sign: without },
  { token: 'is signed by another key', claims: {}, sign: byOtherKey },
  { token: 'is signed by a key that the provider does not name', claims: {}, sign: byUnknownKey },
  { token: 'is signed by the secret of the client', claims: {}, sign: bySecret },
  { token: 'is for another client', claims: { aud: 'another' } },
  { token: 'is for several clients and another party', claims: { aud: [CLIENT.id, 'another'], azp: 'another' } },
  { token: 'is for several clients and names no party', claims: { aud: [CLIENT.id, 'another'] } },
  { token: 'is of another issuer', claims: { iss: 'https://evil.example' } },
  { token: 'answers another sign-in', claims: { nonce: 'another' } },
  { token: 'names no sign-in', claims: { nonce: undefined } },
  { token: 'is over', claims: { exp: now() - 120 } },
  { token: 'has no end', claims: { exp: undefined } },
  { token: 'is from the future', claims: { iat: now() + 3600, exp: now() + 7200 } },
  { token: 'does not count yet', claims: { nbf: now() + 3600 } },
  { token: 'has no subject', claims: { sub: undefined } },
  { token: 'names somebody by an endless name', claims: { sub: 'x'.repeat(256) } },
])('refuses an ID token that $token', async ({ claims, sign }) => {
  const browser = portal.browser();
  const answer = await signInByCompany(browser, provider, { ...GOOD, ...claims }, sign);
  expect(expectProblem(answer, 401, 'company-sign-in-refused').detail).toMatch(/was not accepted/);
  expect((await browser.post('/api/auth/token')).status).toBe(401);
});

it('bears with a clock of the provider that is half a minute off', async () => {
  read(
    await signInByCompany(portal.browser(), provider, { ...GOOD, iat: now() + 30, exp: now() - 30 }),
    signedInSchema,
  );
});
