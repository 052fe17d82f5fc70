import { SignJWT, UnsecuredJWT } from 'jose';
import type { Principal } from '../../platform/calls/access.ts';
import { deriveKey } from '../../platform/settings/keys.ts';
import { createIdTokens } from './identity.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const CONFIG = { publicUrl: 'http://localhost:3000', tokenSecrets: [SECRET] } as const;
const ADA: Principal = {
  userId: '1',
  email: 'ada@x.example',
  addedAt: new Date(0),
  name: 'Ada',
  roles: ['investor', 'customer'],
  groups: [],
  defaultRole: 'investor',
  provedAt: new Date(0),
  hasPasskey: false,
  lacksPasskey: false,
  sid: 'session-1',
};
const tokens = createIdTokens(CONFIG);

interface Change {
  readonly key?: Buffer;
  readonly alg?: string;
  readonly claims?: Record<string, unknown>;
  readonly audience?: string;
  readonly issuer?: string;
  readonly end?: string;
}

/** A token that is right in all but what `change` says. */
function crafted(change: Change): Promise<string> {
  return new SignJWT({ name: 'Ada', roles: ['admin'], sid: 'session-1', ...change.claims })
    .setProtectedHeader({ alg: change.alg ?? 'HS256' })
    .setSubject('ada@x.example')
    .setIssuer(change.issuer ?? CONFIG.publicUrl)
    .setAudience(change.audience ?? 'cytocomm-portal-api')
    .setExpirationTime(change.end ?? '5 minutes')
    .sign(change.key ?? deriveKey(SECRET, 'id-token'));
}

it('reads the tokens it made', async () => {
  const { idToken, expiresAt } = await tokens.mint(ADA);
  await expect(tokens.read(idToken)).resolves.toMatchObject({ email: 'ada@x.example', sid: 'session-1' });
  const seconds = (Date.parse(expiresAt) - Date.now()) / 1000;
  expect(seconds).toBeGreaterThan(290);
  expect(seconds).toBeLessThanOrEqual(300);
});

it('takes the crafted token that is right in all, so that the refusals below mean something', async () => {
  await expect(tokens.read(await crafted({}))).resolves.toMatchObject({ email: 'ada@x.example', sid: 'session-1' });
});

it.each([
  ['of another purpose', crafted({ key: deriveKey(SECRET, 'sign-in-link') })],
  ['of another secret', crafted({ key: deriveKey('another-secret-of-32-characters-x', 'id-token') })],
  ['of another algorithm', crafted({ alg: 'HS512', key: Buffer.alloc(64, 1) })],
  ['for another audience', crafted({ audience: 'http://localhost:3000' })],
  ['of another issuer', crafted({ issuer: 'https://evil.example' })],
  ['without a session', crafted({ claims: { sid: undefined } })],
  ['with an object as session', crafted({ claims: { sid: { $gt: '' } } })],
  ['whose time is over', crafted({ end: '1 second ago' })],
  [
    'without a signature',
    new UnsecuredJWT({ name: 'Ada', roles: ['admin'], sid: 'session-1' })
      .setSubject('ada@x.example')
      .setIssuer(CONFIG.publicUrl)
      .setAudience('cytocomm-portal-api')
      .setExpirationTime('5 minutes')
      .encode(),
  ],
  ['that is none', 'a.b.c'],
])('refuses a token %s', async (_, token) => {
  await expect(tokens.read(await token)).resolves.toBeUndefined();
});

it('reads what an earlier secret signed, and signs with the first', async () => {
  const renewed = createIdTokens({ ...CONFIG, tokenSecrets: ['another-secret-of-32-characters-x', SECRET] });
  const { idToken } = await tokens.mint(ADA);
  await expect(renewed.read(idToken)).resolves.toMatchObject({ email: ADA.email });
  const { idToken: next } = await renewed.mint(ADA);
  await expect(tokens.read(next)).resolves.toBeUndefined();
});

describe.each([
  ['ahead', 3_600_000],
  ['back', -3_600_000],
])('after the clock of the database jumped an hour %s', (_direction, byMs) => {
  /** A process that has not noticed it until it asks. */
  const unaware = () => {
    let offMs = 0;
    const now = () => new Date(Date.now() + offMs);
    const askNow = async () => {
      offMs = byMs;
      return now();
    };
    return createIdTokens(CONFIG, { now, askNow });
  };
  const aware = createIdTokens(CONFIG, {
    now: () => new Date(Date.now() + byMs),
    askNow: async () => new Date(Date.now() + byMs),
  });

  it('takes the token of a process that has not noticed it, and that of one that has', async () => {
    const late = await unaware().mint(ADA);
    await expect(aware.read(late.idToken)).resolves.toMatchObject({ email: ADA.email });
    const early = await aware.mint(ADA);
    await expect(unaware().read(early.idToken)).resolves.toMatchObject({ email: ADA.email });
  });
});
