import { moveDate, realDate } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';
import { userModel } from '../users/model.ts';
import { sessionModel } from './service.ts';

const portal = testPortal();
beforeAll(() => portal.person('admin@x.example', 'admin'));
afterEach(realDate);

let count = 0;
function freshEmail(): string {
  count += 1;
  return `somebody-${count}@x.example`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the cookie alone', () => {
  it('does not suffice to change anything', async () => {
    const email = freshEmail();
    const admin = await portal.signedInAs(email, 'admin');
    for (const [method, path, body] of [
      ['POST', '/api/admin/users', { email: 'new@x.example', roles: ['investor'] }],
      ['PATCH', `/api/admin/users/${email}`, { role: 'investor', enable: true }],
      ['DELETE', '/api/admin/users/admin@x.example', undefined],
    ] as const) {
      const answer = await admin.call(method, path, { body });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: 'not-signed-in' });
    }
    expect((await admin.get('/api/users/admin@x.example')).status).toBe(200);
  });

  it.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port', { Origin: 'http://localhost:1' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbour of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['its own origin, but another site', { Origin: 'own', 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin that pretends', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
    ['no page at all', {}],
  ])('is refused under /api/auth from %s', async (_what, given) => {
    const email = freshEmail();
    const browser = await portal.signedInAs(email, 'investor');
    const headers = { ...given, ...('Origin' in given && given.Origin === 'own' ? { Origin: portal.url } : {}) };
    for (const [method, path] of [
      ['POST', '/api/auth/token'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/logout-everywhere'],
      ['GET', '/api/auth/sessions'],
      ['PUT', '/api/auth/default-role'],
      ['POST', '/api/auth/company'],
      ['POST', '/api/auth/company/complete'],
    ] as const) {
      const answer = await browser.call(method, path, { as: 'bare', headers });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 'foreign-origin' });
    }
    expect((await browser.post('/api/auth/token')).status).toBe(200);
  });

  it.each([{ Origin: 'own' }, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }])(
    'is accepted under /api/auth with %j',
    async (given) => {
      const browser = await portal.signedInAs(freshEmail(), 'investor');
      const headers = { ...given, ...('Origin' in given ? { Origin: portal.url } : {}) };
      expect((await browser.call('POST', '/api/auth/token', { as: 'bare', headers })).status).toBe(200);
    },
  );

  it('is nothing when it was made up', async () => {
    const browser = portal.browser();
    for (const value of ['s%3Aabc.def', 'x', '', 's%3A', 'j%3A%7B%22%24gt%22%3A%22%22%7D']) {
      browser.cookies.set('portal', value);
      expect((await browser.post('/api/auth/token')).status).toBe(401);
      expect((await browser.get('/api/users/admin@x.example')).status).toBe(401);
    }
  });
});

describe('a sign-in started elsewhere', () => {
  it('is refused: another site cannot put its own session into a browser, nor ask for links', async () => {
    const email = freshEmail();
    await portal.person(email, 'investor');
    const { token } = await portal.askForLink(email);
    const foreign = { as: 'bare', headers: { Origin: 'https://evil.example' } } as const;
    expect((await portal.browser().post('/api/auth/complete', { email, token }, foreign)).status).toBe(403);
    expect((await portal.browser().post('/api/auth/magic-link', { email }, foreign)).status).toBe(403);
    // A program without cookies is no known browser.
    expect((await portal.browser().post('/api/auth/complete', { email, token }, { as: 'bare' })).status).toBe(200);
  });
});

describe('a session', () => {
  it('gets a new id at sign-in, so that a planted one is worth nothing', async () => {
    const attacker = await portal.signedInAs(freshEmail(), 'customer');
    const planted = attacker.cookies.get('portal') ?? '';
    const email = freshEmail();
    await portal.person(email, 'investor');
    const victim = portal.browser();
    victim.cookies.set('portal', planted);
    const { token } = await portal.askForLink(email);
    expect((await victim.post('/api/auth/complete', { email, token })).status).toBe(200);
    expect(victim.cookies.get('portal')).not.toBe(planted);
    const thief = portal.browser();
    thief.cookies.set('portal', planted);
    expect((await thief.post('/api/auth/token')).status).toBe(401);
  });

  it('leaves nothing stored when it is ended, or its person is deleted, while it asks for tokens', async () => {
    await portal.person('ender@x.example', 'admin');
    const headers = { Authorization: `Bearer ${await (await portal.signedIn('ender@x.example')).token()}` };
    for (let round = 0; round < 24; round += 1) {
      const email = freshEmail();
      const browser = await portal.signedInAs(email, 'customer');
      const ask = () => Array.from({ length: 4 }, () => browser.post('/api/auth/token'));
      const end =
        round % 2 === 0
          ? browser.post('/api/auth/logout')
          : portal.browser().call('DELETE', `/api/admin/users/${email}`, { headers });
      const [ended, ...asked] = await Promise.all([end, ...ask(), ...ask()]);
      expect(ended.status).toBe(204);
      for (const { status } of asked) expect([200, 401]).toContain(status);
      expect(JSON.stringify(await sessionModel(portal.connection).find().lean())).not.toContain(email);
    }
  });

  it('of a lost computer is ended by an admin: each browser is out at once, and the trail tells who did it', async () => {
    const admin = await portal.signedInAs('ending-admin@x.example', 'admin');
    const email = freshEmail();
    const browsers = [await portal.signedInAs(email, 'customer'), await portal.signedIn(email)];
    const headers = { Authorization: `Bearer ${await browsers[0]?.token()}` };
    const asAdmin = { headers: { Authorization: `Bearer ${await admin.token()}` } };
    const end = (address = email) => admin.call('DELETE', `/api/admin/users/${address}/sessions`, asAdmin);
    expect((await end()).body).toEqual({ ended: 2 });
    for (const browser of browsers) expect((await browser.post('/api/auth/token')).status).toBe(401);
    expect((await portal.browser().get(`/api/users/${email}`, { headers })).status).toBe(401);
    expect((await end()).body).toEqual({ ended: 0 });
    expect((await end('unknown@x.example')).status).toBe(404);
    const trail = await admin.get(`/api/admin/audit?subject=${email}`);
    expect(trail.body).toMatchObject({
      items: [{ action: 'session.ended-by-admin', actor: 'ending-admin@x.example', detail: { sessions: '2' } }, {}, {}],
    });
    expect((await portal.signedIn(email)).cookies.get('portal')).toBeDefined();
  });

  it('ends after twelve hours without a visit', async () => {
    const browser = await portal.signedInAs(freshEmail(), 'customer');
    moveDate(11 * HOUR);
    expect((await browser.post('/api/auth/token')).status).toBe(200);
    moveDate(11 * HOUR);
    expect((await browser.post('/api/auth/token')).status).toBe(200);
    moveDate(12 * HOUR + MINUTE);
    expect((await browser.post('/api/auth/token')).status).toBe(401);
  });

  it('ends after seven days however often it is visited', async () => {
    const browser = await portal.signedInAs(freshEmail(), 'customer');
    for (let visit = 0; visit < 16; visit += 1) {
      moveDate(10 * HOUR);
      expect((await browser.post('/api/auth/token')).status).toBe(200);
    }
    const idToken = await browser.token();
    moveDate(8 * HOUR + MINUTE);
    expect((await browser.post('/api/auth/token')).status).toBe(401);
    expect(
      (await browser.get('/api/users/x@x.example', { headers: { Authorization: `Bearer ${idToken}` } })).status,
    ).toBe(401);
  });

  it('renews the cookie when a token is asked for', async () => {
    const browser = await portal.signedInAs(freshEmail(), 'customer');
    moveDate(HOUR);
    const answer = await browser.post('/api/auth/token');
    expect(answer.headers['set-cookie']).toContainEqual(expect.stringMatching(/^portal=.*HttpOnly/));
  });

  it('tells the pages in a cookie which roles the person has, from the first token to the sign-out', async () => {
    const browser = await portal.signedInAs(freshEmail(), 'customer', 'investor');
    const roles = (await browser.post('/api/auth/token')).headers['set-cookie'];
    expect(roles).toContainEqual(
      expect.stringMatching(/^portal_roles=investor\.customer; .*Path=\/;.*HttpOnly; SameSite=Lax$/),
    );
    const out = (await browser.post('/api/auth/logout')).headers['set-cookie'];
    expect(out).toContainEqual(expect.stringMatching(/^portal_roles=; .*Expires=Thu, 01 Jan 1970/));
  });
});

describe('the ID token', () => {
  it('speaks for the person, without a cookie, for five minutes', async () => {
    const email = freshEmail();
    const idToken = await (await portal.signedInAs(email, 'investor')).token();
    const headers = { Authorization: `Bearer ${idToken}` };
    expect((await portal.browser().get(`/api/users/${email}`, { headers })).status).toBe(200);
    moveDate(5 * MINUTE + 1000);
    expect((await portal.browser().get(`/api/users/${email}`, { headers })).status).toBe(401);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Basic YTpi', 'Bearer x.y.z', 'bearer null', 'Bearer ""', '""'])(
    'is refused as %j',
    async (header) => {
      const answer = await portal.browser().get('/api/users/admin@x.example', { headers: { Authorization: header } });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('does not prolong itself', async () => {
    const idToken = await (await portal.signedInAs(freshEmail(), 'investor')).token();
    const answer = await portal
      .browser()
      .post('/api/auth/token', undefined, { headers: { Authorization: `Bearer ${idToken}` } });
    expect(answer.status).toBe(401);
  });
});

describe('what changes during a session counts at the very next call', () => {
  it('a role taken away, and one given', async () => {
    const email = freshEmail();
    const browser = await portal.signedInAs(email, 'admin');
    const idToken = await browser.token();
    const headers = { Authorization: `Bearer ${idToken}` };
    expect((await browser.get('/api/admin/users', { headers })).status).toBe(200);
    await userModel(portal.connection).updateOne({ email }, { $set: { roles: ['investor'] } });
    expect((await browser.get('/api/admin/users', { headers })).status).toBe(403);
    expect((await browser.get('/api/admin/users')).status).toBe(403);
    await userModel(portal.connection).updateOne({ email }, { $set: { roles: ['admin'] } });
    expect((await browser.get('/api/admin/users', { headers })).status).toBe(200);
  });

  it('the deletion of the person, also after they are added again', async () => {
    const email = freshEmail();
    const browser = await portal.signedInAs(email, 'investor');
    const headers = { Authorization: `Bearer ${await browser.token()}` };
    const admin = await portal.signedIn('admin@x.example');
    const links = () => portal.connection.collection('sign_in_links').countDocuments({ email });
    await portal.askForLink(email);
    expect(await links()).toBe(1);
    expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
    expect(await links()).toBe(0);
    expect((await browser.get(`/api/users/${email}`, { headers })).status).toBe(401);
    expect((await browser.get(`/api/users/${email}`)).status).toBe(401);
    await admin.authorised('POST', '/api/admin/users', { body: { email, roles: ['investor'] } });
    expect((await browser.get(`/api/users/${email}`, { headers })).status).toBe(401);
    expect((await browser.get(`/api/users/${email}`)).status).toBe(401);
    expect((await browser.post('/api/auth/token')).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends this session, its tokens included, and no other', async () => {
    const email = freshEmail();
    const [laptop, phone] = [await portal.signedInAs(email, 'investor'), await portal.signedIn(email)];
    const headers = { Authorization: `Bearer ${await laptop.token()}` };
    const cookie = laptop.cookies.get('portal') ?? '';
    const answer = await laptop.post('/api/auth/logout');
    expect(answer.status).toBe(204);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(laptop.cookies.has('portal')).toBe(false);
    laptop.cookies.set('portal', cookie);
    expect((await laptop.post('/api/auth/token')).status).toBe(401);
    expect((await laptop.get(`/api/users/${email}`, { headers })).status).toBe(401);
    expect((await phone.post('/api/auth/token')).status).toBe(200);
  });

  it('everywhere ends all of them', async () => {
    const email = freshEmail();
    const [laptop, phone] = [await portal.signedInAs(email, 'investor'), await portal.signedIn(email)];
    const headers = { Authorization: `Bearer ${await phone.token()}` };
    const answer = await laptop.post('/api/auth/logout-everywhere');
    expect([answer.status, answer.headers['clear-site-data']]).toEqual([204, '"cache"']);
    expect((await phone.post('/api/auth/token')).status).toBe(401);
    expect((await phone.get(`/api/users/${email}`, { headers })).status).toBe(401);
    expect((await (await portal.signedIn(email)).post('/api/auth/token')).status).toBe(200);
  });
});

describe('signed-in devices', () => {
  interface Listed {
    items: { id: string; current: boolean; createdAt: string; lastSeenAt: string; userAgent: string }[];
  }
  it('are listed, and one can be signed out from another', async () => {
    const email = freshEmail();
    const [laptop, phone] = [await portal.signedInAs(email, 'investor'), await portal.signedIn(email)];
    const { items } = (await laptop.get('/api/auth/sessions')).body as Listed;
    expect(items).toHaveLength(2);
    // The newest first: that of the phone.
    expect(items.map((item) => item.current)).toEqual([false, true]);
    expect(items[0]).toEqual({
      id: expect.any(String),
      current: expect.any(Boolean),
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      userAgent: 'test-browser/1.0',
    });
    const other = items.find((item) => !item.current)?.id ?? '';
    expect((await laptop.call('DELETE', `/api/auth/sessions/${other}`)).status).toBe(204);
    expect((await phone.post('/api/auth/token')).status).toBe(401);
    expect((await laptop.call('DELETE', `/api/auth/sessions/${other}`)).status).toBe(404);
    expect(((await laptop.get('/api/auth/sessions')).body as Listed).items).toHaveLength(1);
  });

  it('of somebody else are 404', async () => {
    const ada = await portal.signedInAs(freshEmail(), 'admin');
    const bob = await portal.signedInAs(freshEmail(), 'investor');
    const { items } = (await bob.get('/api/auth/sessions')).body as Listed;
    expect((await ada.call('DELETE', `/api/auth/sessions/${items[0]?.id}`)).status).toBe(404);
    expect((await bob.post('/api/auth/token')).status).toBe(200);
  });

  it('a new sign-in in the same browser takes the place of the old one', async () => {
    const email = freshEmail();
    const browser = await portal.signedInAs(email, 'investor');
    const { token } = await portal.askForLink(email, { browser });
    await browser.post('/api/auth/complete', { email, token });
    expect(((await browser.get('/api/auth/sessions')).body as Listed).items).toHaveLength(1);
  });

  it('signing the own device out drops its cookie', async () => {
    const browser = await portal.signedInAs(freshEmail(), 'investor');
    const { items } = (await browser.get('/api/auth/sessions')).body as Listed;
    expect((await browser.call('DELETE', `/api/auth/sessions/${items[0]?.id}`)).status).toBe(204);
    expect(browser.cookies.has('portal')).toBe(false);
  });
});

describe('the default role', () => {
  it('is kept, shown at sign-in and in the token, and forgotten on null', async () => {
    const email = freshEmail();
    const browser = await portal.signedInAs(email, 'investor', 'customer');
    expect((await browser.call('PUT', '/api/auth/default-role', { body: { role: 'customer' } })).body).toEqual({
      role: 'customer',
    });
    const { token } = await portal.askForLink(email);
    expect((await portal.browser().post('/api/auth/complete', { email, token })).body).toMatchObject({
      role: 'customer',
    });
    const claims = (idToken: string): unknown =>
      JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    expect(claims(await browser.token())).toMatchObject({ role: 'customer' });
    expect((await browser.call('PUT', '/api/auth/default-role', { body: { role: null } })).status).toBe(200);
    expect(claims(await browser.token())).not.toHaveProperty('role');
  });

  it('must be a role of the person', async () => {
    const browser = await portal.signedInAs(freshEmail(), 'investor');
    expect((await browser.call('PUT', '/api/auth/default-role', { body: { role: 'admin' } })).status).toBe(403);
    expect((await browser.call('PUT', '/api/auth/default-role', { body: { role: 'king' } })).status).toBe(400);
    expect((await browser.call('PUT', '/api/auth/default-role', { body: {} })).status).toBe(400);
  });

  it('goes with the role', async () => {
    const email = freshEmail();
    const browser = await portal.signedInAs(email, 'investor', 'customer');
    await browser.call('PUT', '/api/auth/default-role', { body: { role: 'customer' } });
    const admin = await portal.signedIn('admin@x.example');
    await admin.authorised('PATCH', `/api/admin/users/${email}`, { body: { role: 'customer', enable: false } });
    await admin.authorised('PATCH', `/api/admin/users/${email}`, { body: { role: 'customer', enable: true } });
    const { token } = await portal.askForLink(email);
    expect((await portal.browser().post('/api/auth/complete', { email, token })).body).not.toHaveProperty('role');
  });
});
