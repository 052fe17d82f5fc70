import {
  type Backend,
  backendKeysSchema,
  backendTokenClaimsSchema,
  backendTokenSchema,
  idTokenSchema,
  remoteListSchema,
} from '@cytocomm/contract';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type RunningBackend, startBackend } from '../../testing/backend.ts';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
let investor: TestBrowser;
let backend: RunningBackend;
const LAB: Backend = { audience: 'lab', origin: 'https://lab.example' };

const allow = (remote: string, ...backends: readonly Backend[]) =>
  admin.authorised('PUT', `/api/remotes/${remote}`, {
    body: { claims: { routes: [], sections: [], roles: ['investor'], backends }, mayPromote: false },
  });
const ask = (person: TestBrowser, remote = 'mfe-lab', audience = 'lab', headers = {}) =>
  person.authorised('POST', '/api/backend-tokens', { body: { remote, audience }, headers });
const minted = async (person: TestBrowser, remote?: string, audience?: string, headers = {}) =>
  read(await ask(person, remote, audience, headers), backendTokenSchema, 201);

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  investor = await portal.signedInAs('investor@x.example', 'investor');
  backend = await startBackend(portal.url, 'lab', 'mfe-lab');
  expect((await allow('mfe-lab', LAB)).status).toBe(200);
});
afterEach(realDate);
afterAll(async () => {
  await backend.stop();
  await portal.stop();
});

describe('a backend of a team', () => {
  it('accepts a token of its remote, with the caller', async () => {
    const { token, origin, expiresAt } = await minted(investor);
    expect(origin).toBe(LAB.origin);
    const { status, body } = await backend.ask(token);
    expect(status).toBe(200);
    const claims = backendTokenClaimsSchema.parse(body);
    expect(claims).toMatchObject({ iss: portal.url, aud: 'lab', sub: 'investor@x.example', name: 'investor' });
    expect(claims).toMatchObject({ roles: ['investor'], remote: 'mfe-lab' });
    expect(claims).not.toHaveProperty('preview');
    expect(claims.exp - claims.iat).toBe(300);
    expect(Date.parse(expiresAt)).toBe(claims.exp * 1000);
  });

  it('refuses a token for another audience, of another remote, of the portal itself, expired, or altered', async () => {
    await allow('mfe-farm', { ...LAB, audience: 'farm' }, LAB);
    const { token } = await minted(investor);
    const idToken = read(await investor.post('/api/auth/token'), idTokenSchema).idToken;
    const [header, payload, signature] = token.split('.');
    const asAdmin = Buffer.from(JSON.stringify({ ...decodeJwt(token), roles: ['admin'] })).toString('base64url');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    moveDate(-301_000);
    const late = (await minted(investor)).token;
    realDate();
    for (const [refused, reason] of [
      [(await minted(investor, 'mfe-farm', 'farm')).token, 'unexpected "aud" claim value'],
      [(await minted(investor, 'mfe-farm', 'lab')).token, 'a token of mfe-farm'],
      [idToken, '"alg" (Algorithm) Header Parameter value not allowed'],
      [late, '"exp" claim timestamp check failed'],
      [`${header}.${asAdmin}.${signature}`, 'signature verification failed'],
      [`${unsigned}.${payload}.`, '"alg" (Algorithm) Header Parameter value not allowed'],
      ['', 'Invalid Compact JWS'],
    ]) {
      const { status, body } = await backend.ask(refused ?? '');
      expect(status).toBe(401);
      expect(body).toEqual({ reason: expect.stringContaining(reason ?? '') });
    }
  });

  it('learns about a role preview of an admin', async () => {
    const { token } = await minted(admin, 'mfe-lab', 'lab', { 'Preview-As': 'investor' });
    expect((await backend.ask(token)).body).toMatchObject({
      sub: 'admin@x.example',
      roles: ['investor'],
      preview: true,
    });
    expectProblem(await ask(investor, 'mfe-lab', 'lab', { 'Preview-As': 'admin' }), 403, 'forbidden');
  });
});

describe('a token for a backend', () => {
  it('is refused for backends that the table does not allow', async () => {
    expectProblem(await ask(investor, 'mfe-lab', 'farm'), 403, 'forbidden');
    expectProblem(await ask(investor, 'mfe-nothing'), 403, 'forbidden');
    expectProblem(await ask(investor, '__proto__'), 400, 'validation');
    expectProblem(await investor.post('/api/backend-tokens', { remote: 'mfe-lab', audience: 'lab' }), 401);
    const body = { remote: 'mfe-lab', audience: 'lab', sub: 'admin@x.example' };
    expectProblem(await investor.authorised('POST', '/api/backend-tokens', { body }), 400, 'validation');
  });

  it('is refused once the backend is removed or the remote switched off', async () => {
    await allow('mfe-short', { ...LAB, audience: 'short' });
    await minted(investor, 'mfe-short', 'short');
    await allow('mfe-short');
    expectProblem(await ask(investor, 'mfe-short', 'short'), 403, 'forbidden');
    const switchedOff = [{ remote: 'mfe-lab', reason: 'leaks', at: new Date(), by: 'admin@x.example' }];
    const state = { _id: 'live', lock: '0'.repeat(64), canary: null, switchedOff };
    await portal.connection.collection<typeof state>('live_lock').insertOne(state);
    expectProblem(await ask(investor), 403, 'forbidden');
    await portal.connection.collection('live_lock').deleteMany({});
    await minted(investor);
  });

  it('is limited to 300 per person in 15 minutes, including refusals', async () => {
    const eager = await portal.signedInAs('eager@x.example', 'investor');
    const limits = portal.connection.collection('limits');
    const keys = async () => (await limits.find({ key: /^backend-tokens-by-person:/ }).toArray()).map(({ key }) => key);
    const others = await keys();
    expectProblem(await ask(eager, 'mfe-nothing'), 403, 'forbidden');
    const [own] = (await keys()).filter((key) => !others.includes(key));
    await limits.updateOne({ key: own, points: 1 }, { $set: { points: 299 } });
    await minted(eager);
    const refused = await ask(eager);
    expect(expectProblem(refused, 429, 'rate-limited').detail).toBe('Too many requests.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await minted(investor);
  });

  it('opens nothing in the portal', async () => {
    const { token } = await minted(admin);
    const headers = { Authorization: `Bearer ${token}` };
    expectProblem(await portal.browser().get('/api/admin/users', { headers, as: 'bare' }), 401, 'not-signed-in');
  });

  it('stays valid while secrets are rotated', async () => {
    const { token } = await minted(investor);
    const before = 'a-secret-that-was-there-before-0123456789';
    const rotated = await portal.another({
      TOKEN_SECRET: 'the-secret-that-came-after-it-0123456789',
      TOKEN_SECRET_PREVIOUS: before,
    });
    const single = await portal.another({ TOKEN_SECRET: before });
    const keysAt = async (url: string) =>
      read(await portal.browser(url).get('/api/backend-tokens/keys'), backendKeysSchema).keys.map(({ kid }) => kid);
    const [first, ...others] = await keysAt(rotated.url);
    expect(others).toEqual(await keysAt(single.url));
    expect(others).not.toContain(first);
    expect(await keysAt(portal.url)).toEqual([decodeProtectedHeader(token).kid]);
  });
});

describe('the public keys', () => {
  it('are public, cacheable for five minutes, and without secrets', async () => {
    const answer = await portal.browser().get('/api/backend-tokens/keys');
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    expect(answer.text).not.toContain('"d"');
    const [key] = read(answer, backendKeysSchema).keys;
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
  });
});

describe('the table of remotes', () => {
  it('has the backends that an admin sets, with one origin per audience', async () => {
    const elsewhere = { ...LAB, origin: 'https://elsewhere.example' };
    const { errors } = expectProblem(await allow('mfe-thief', elsewhere), 400, 'validation');
    expect(errors?.[0]?.message).toBe('lab is https://lab.example for mfe-lab: choose another audience');
    await allow('mfe-farm');
    expect((await allow('mfe-lab', elsewhere)).status).toBe(200);
    expect((await minted(investor)).origin).toBe('https://elsewhere.example');
    await allow('mfe-lab', LAB);
  });

  it('keeps one origin per audience for concurrent changes in several processes', async () => {
    const second = await portal.another();
    const elsewhere = await portal.signedInAs('second@x.example', 'admin');
    const onSecond = await portal.signedIn('second@x.example', second.url);
    for (let round = 0; round < 5; round += 1) {
      const audience = `race-${round}`;
      const answers = await Promise.all(
        [admin, elsewhere, onSecond, admin, elsewhere, onSecond].map((person, index) =>
          person.authorised('PUT', `/api/remotes/mfe-race-${index}`, {
            body: {
              claims: {
                routes: [],
                sections: [],
                roles: [],
                backends: [{ audience, origin: `https://race-${index}.example` }],
              },
              mayPromote: false,
            },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
      const { items } = read(await admin.get('/api/remotes'), remoteListSchema);
      const origins = items.flatMap(({ claims }) =>
        (claims.backends ?? []).flatMap((each) => (each.audience === audience ? [each.origin] : [])),
      );
      expect(origins).toHaveLength(1);
    }
  });
});
