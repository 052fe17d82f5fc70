import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { signedInSchema } from '@cytocomm/contract';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { expectProblem, read } from '../../testing/browser.ts';
import { type AskedOf, begin, CLIENT, complete } from '../../testing/openid-provider.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

// The other tests are of a provider of our own; this one is the certified implementation of others.

const EMAIL = 'member@x.example';
const KEY_ID = 'key-1';

let portal: TestPortal;
let issuer: string;
let answer: RequestListener = (_req, res) => res.destroy();
const server = createServer((req, res) => answer(req, res));

/** A new key, as a provider has it, and as it names it to others. */
async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const names = { kid: KEY_ID, alg: 'RS256', use: 'sig' };
  return { own: { ...(await exportJWK(privateKey)), ...names }, shown: { ...(await exportJWK(publicKey)), ...names } };
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  issuer = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  portal = await startTestPortal({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_EMAIL_DOMAINS: 'x.example',
  });
  await portal.person(EMAIL, 'investor');
});
afterAll(async () => {
  await portal.stop();
  server.close();
  server.closeAllConnections();
});

/** Starts the provider anew. By default it puts the address into the ID token, and shows the key that it signs with. */
async function startProvider(options: { inIdToken?: boolean; showsKey?: boolean } = {}): Promise<void> {
  const { inIdToken = true, showsKey = true } = options;
  // It warns that its memory and its pages are not for production.
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  const [keys, others] = [await newKeys(), await newKeys()];
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${portal.url}/auth-handler`] }],
    jwks: { keys: [keys.own] },
    cookies: { keys: ['of the cookies of this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !inIdToken,
    pkce: { required: () => true },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: EMAIL, email_verified: true }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  answer = (req, res) => {
    if (!showsKey && req.url === '/jwks')
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [others.shown] }));
    else handle(req, res);
  };
}

/** Signs in at the provider, as a browser does. Returns the address that it sends the browser back to. */
async function signInAtProvider({ state, nonce, challenge, redirectUri }: AskedOf): Promise<URL> {
  const cookies = new Map<string, string>();
  const ask = async (at: string, form?: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    return new URL(next, at).href;
  };
  const wanted = new URLSearchParams({
    client_id: CLIENT.id,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const page = await ask(`${issuer}/auth?${wanted}`);
  const onward = await ask(page, { prompt: 'login', login: 'member' });
  return new URL(await ask(onward));
}

const answerIn = ({ searchParams }: URL) => Object.fromEntries(searchParams);

it.each([
  ['puts the address into the ID token', true],
  ['keeps it for its own endpoint, as the standard has it', false],
])('one that %s signs people in: description, PKCE, signature, nonce and issuer are right', async (_, inIdToken) => {
  await startProvider({ inIdToken });
  const browser = portal.browser();
  const returned = await signInAtProvider(await begin(browser));
  expect(returned.origin + returned.pathname).toBe(`${portal.url}/auth-handler`);
  expect(Object.keys(answerIn(returned)).toSorted()).toEqual(['code', 'iss', 'state']);
  const done = await complete(browser, answerIn(returned));
  expect(read(done, signedInSchema)).toMatchObject({ roles: ['investor'] });
  expect((await browser.post('/api/auth/token')).status).toBe(200);
  // An answer counts once.
  expectProblem(await complete(browser, answerIn(returned)), 401, 'company-sign-in-refused');
});

it.each([
  ['the nonce of another sign-in', {}, { nonce: 'n'.repeat(43) }],
  ['the challenge of another verifier', {}, { challenge: 'c'.repeat(43) }],
  ['a signature by a key that it does not show', { showsKey: false }, {}],
])('refuses a sign-in by %s', async (_, options, changed) => {
  await startProvider(options);
  const browser = portal.browser();
  const returned = await signInAtProvider({ ...(await begin(browser)), ...changed });
  expectProblem(await complete(browser, answerIn(returned)), 401, 'company-sign-in-refused');
  expect((await browser.post('/api/auth/token')).status).toBe(401);
});
