import type { Role } from '@cytocomm/contract';
import { SignJWT, UnsecuredJWT } from 'jose';
import { deriveKey } from '../../platform/settings/keys.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';
import { sessionModel } from './service.ts';

const portal = testPortal();

let count = 0;
/** An approved person whom no other test knows. */
async function somebody(...roles: Role[]): Promise<string> {
  count += 1;
  const email = `person-${count}@x.example`;
  await portal.person(email, ...roles);
  return email;
}

function complete(browser: TestBrowser, body: unknown) {
  return browser.post('/api/auth/complete', body);
}

/** What the portal says of a link, to a browser of its own. */
const checkLink = async (token: string) => (await portal.browser().post('/api/auth/link', { token })).body;

/** A code that is not this one. */
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

const INVALID_LINK = {
  status: 401,
  body: expect.objectContaining({ code: 'invalid-link', detail: 'Invalid or expired sign-in link.' }),
};

describe('completing a sign-in', () => {
  it('answers who signed in and where to go, and sets the cookie', async () => {
    const email = await somebody('investor', 'customer');
    const browser = portal.browser();
    const { token } = await portal.askForLink(email, { returnTo: '/investors?tab=2#news' });
    const answer = await complete(browser, { email, token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      name: email.split('@')[0],
      roles: ['investor', 'customer'],
      returnTo: '/investors?tab=2#news',
    });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^portal=/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect((await browser.get(`/api/users/${email}`)).body).toEqual({
      email,
      name: email.split('@')[0],
      roles: ['investor', 'customer'],
    });
  });

  it('takes the e-mail in any case', async () => {
    const email = await somebody('investor');
    const { token } = await portal.askForLink(email);
    expect((await complete(portal.browser(), { email: email.toUpperCase(), token })).status).toBe(200);
  });

  it('signs a person without roles in, and says so by an empty list', async () => {
    const email = await somebody();
    const { token } = await portal.askForLink(email);
    const answer = await complete(portal.browser(), { email, token });
    expect(answer.body).toMatchObject({ roles: [], returnTo: '/dashboard' });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '',
    '/auth-handler#token=x',
  ])('leads to the dashboard when asked for %j', async (returnTo) => {
    const email = await somebody('investor');
    const { token } = await portal.askForLink(email, { returnTo });
    expect((await complete(portal.browser(), { email, token })).body).toMatchObject({ returnTo: '/dashboard' });
  });

  it('spends the link', async () => {
    const email = await somebody('investor');
    const { token, code, browser } = await portal.askForLink(email);
    expect((await complete(portal.browser(), { email, token })).status).toBe(200);
    expect(await complete(portal.browser(), { email, token })).toMatchObject(INVALID_LINK);
    expect(await complete(browser, { email, code })).toMatchObject(INVALID_LINK);
  });

  it('is asked about without being spent', async () => {
    const email = await somebody('investor');
    const browser = portal.browser();
    const { token: older } = await portal.askForLink(email, { browser });
    const { token } = await portal.askForLink(email, { browser });
    expect(await checkLink(older)).toEqual({ works: false });
    for (let visit = 0; visit < 2; visit += 1) expect(await checkLink(token)).toEqual({ works: true });
    expect((await complete(portal.browser(), { email, token })).status).toBe(200);
    expect(await checkLink(token)).toEqual({ works: false });
  });

  it('is asked about by its token alone, from this portal, and not without end', async () => {
    const { token } = await portal.askForLink(await somebody('investor'));
    const browser = portal.browser();
    for (const body of [{}, { token: '' }, { token: { $ne: '' } }, { token: 'x', email: 'a@x.example' }])
      expect((await browser.post('/api/auth/link', body)).status).toBe(400);
    const foreign = await browser.post('/api/auth/link', { token }, { headers: { Origin: 'https://other.example' } });
    expect(foreign.status).toBe(403);
    for (let visit = 0; visit < 25; visit += 1)
      expect((await browser.post('/api/auth/link', { token })).status).toBe(200);
    const guesses = [];
    for (let guess = 0; guess < 21; guess += 1)
      guesses.push((await browser.post('/api/auth/link', { token: 'x' })).status);
    expect(guesses).toEqual([...Array(20).fill(200), 429]);
  });

  it.each(['token', 'code'] as const)('gives one session for 20 uses of the %s at once', async (proof) => {
    const email = await somebody('investor');
    const { browser, ...proofs } = await portal.askForLink(email);
    const body = { email, [proof]: proofs[proof] };
    const use = () => complete(proof === 'code' ? browser : portal.browser(), body);
    const answers = await Promise.all(Array.from({ length: 20 }, use));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(401)]);
    const stored = await sessionModel(portal.connection).find().lean();
    expect(stored.filter((session) => String(session.session).includes(email))).toHaveLength(1);
  });

  it('works after scanners opened the link ten times', async () => {
    const email = await somebody('investor');
    const { token } = await portal.askForLink(email);
    for (let visit = 0; visit < 10; visit += 1) {
      for (const method of ['HEAD', 'GET', 'OPTIONS']) {
        await portal.browser().call(method, `/auth-handler?token=${token}`, { as: 'bare' });
        await portal.browser().call(method, `/api/auth/complete?token=${token}&email=${email}`, { as: 'bare' });
      }
    }
    expect((await complete(portal.browser(), { email, token })).status).toBe(200);
  });

  it('does not take the link of somebody else, and does not spend it', async () => {
    const [ada, bob] = [await somebody('admin'), await somebody('investor')];
    const { token, code, browser } = await portal.askForLink(ada);
    expect(await complete(portal.browser(), { email: bob, token })).toMatchObject(INVALID_LINK);
    expect(await complete(browser, { email: bob, code })).toMatchObject(INVALID_LINK);
    expect((await complete(portal.browser(), { email: ada, token })).status).toBe(200);
  });

  it('signs in by the code of the mail', async () => {
    const email = await somebody('customer');
    const { code, browser } = await portal.askForLink(email, { returnTo: '/news' });
    expect(code).toMatch(/^\d{6}$/);
    const answer = await complete(browser, { email, code });
    expect(answer.body).toMatchObject({ roles: ['customer'], returnTo: '/news' });
  });

  it.each([
    ['works after four wrong ones', 4, 200],
    ['is dead after five wrong ones, and the link is not', 5, 401],
  ])('the code %s', async (_, tries, status) => {
    const email = await somebody('investor');
    const { code, token, browser } = await portal.askForLink(email);
    for (let attempt = 0; attempt < tries; attempt += 1)
      expect(await complete(browser, { email, code: otherThan(code) })).toMatchObject(INVALID_LINK);
    expect((await complete(browser, { email, code })).status).toBe(status);
    if (status === 401) expect((await complete(portal.browser(), { email, token })).status).toBe(200);
  });

  it.each([
    ['no token and no code', {}],
    ['both', { token: 'x', code: '123456' }],
    ['a destination', { token: 'x', destination: 'b@x.example' }],
    ['a token that is an object', { token: { $ne: '' } }],
    ['a code that is an object', { code: { $regex: '.*' } }],
  ])('refuses %s', async (_what, fields) => {
    const answer = await complete(portal.browser(), { email: 'a@x.example', ...fields });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation' });
  });

  it('refuses a token in the query, beside or instead of the body', async () => {
    const email = await somebody('investor');
    const { token } = await portal.askForLink(email);
    const answer = await portal.browser().post(`/api/auth/complete?token=${token}`, { email, token: 'x' });
    expect(answer.status).toBe(400);
  });

  describe('with a token that this portal never mailed', () => {
    const secret = deriveKey('for-development-only-and-refused-in-production', 'sign-in-link').toString('base64url');
    const claims = (destination: unknown) => {
      const iat = Math.floor(Date.now() / 1000);
      return { destination, purpose: 'sign-in', aud: portal.url, jti: 'x', iat, exp: iat + 600 };
    };
    const signed = (destination: unknown) =>
      new SignJWT(claims(destination)).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));

    it.each([
      ['unsigned (alg none)', (email: string) => new UnsecuredJWT(claims(email)).encode()],
      ['signed right but never mailed', signed],
      ['with an array as destination', (email: string) => signed([email])],
      ['that is no token', () => 'no.token.this'],
      ['that is an ID token', async (email: string) => (await portal.signedIn(email)).token()],
    ])('%s: 401', async (_what, make) => {
      const email = await somebody('investor');
      const real = await portal.askForLink(email);
      const token = await make(email);
      expect(await complete(portal.browser(), { email, token })).toMatchObject(INVALID_LINK);
      expect(await checkLink(token)).toEqual({ works: false });
      // Unless the forged one needed a real sign-in, the waiting link is untouched by the attempt.
      if (_what !== 'that is an ID token')
        expect((await complete(portal.browser(), { email, token: real.token })).status).toBe(200);
    });
  });
});

describe('when time passes', () => {
  afterEach(realDate);

  it('a link dies after ten minutes, and its code with it', async () => {
    const email = await somebody('investor');
    const { token, code, browser } = await portal.askForLink(email);
    moveDate(10 * 60_000 + 1000);
    expect(await checkLink(token)).toEqual({ works: false });
    expect(await complete(portal.browser(), { email, token })).toMatchObject(INVALID_LINK);
    expect(await complete(browser, { email, code })).toMatchObject(INVALID_LINK);
  });

  it('a link lives for almost ten minutes', async () => {
    const email = await somebody('investor');
    const { token } = await portal.askForLink(email);
    moveDate(9 * 60_000 + 50_000);
    expect((await complete(portal.browser(), { email, token })).status).toBe(200);
  });

  it('a link is not expired for a process that has not noticed yet that the clock was put back', async () => {
    const email = await somebody('investor');
    let isUnaware = false;
    const now = () => new Date(Date.now() + (isUnaware ? 3_600_000 : 0));
    const follow = () => {
      isUnaware = false;
    };
    const other = await portal.another({}, { clock: { now, ageOf: () => 0, follow } });
    const browser = portal.browser(other.url);
    const token = await portal.linkFor(email, browser);
    isUnaware = true;
    expect((await complete(browser, { email, token })).status).toBe(200);
  });
});
