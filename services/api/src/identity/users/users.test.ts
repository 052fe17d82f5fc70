import type { User } from '@cytocomm/contract';
import type { TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { newUserRecord } from './record.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

let count = 0;
async function somebody(...roles: Parameters<TestPortal['signedInAs']>[1][]): Promise<string> {
  count += 1;
  const email = `person-${count}@x.example`;
  await portal.person(email, ...roles);
  return email;
}

describe('GET /api/users/{email}', () => {
  it('shows a person their own record, in whichever case the address is written', async () => {
    const email = await somebody('investor');
    const browser = await portal.signedIn(email);
    for (const written of [email, email.toUpperCase(), encodeURIComponent(email)]) {
      const answer = await browser.get(`/api/users/${written}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ email, name: email.split('@')[0], roles: ['investor'] });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it("is 403 for somebody else's, whether it exists or not", async () => {
    const browser = await portal.signedIn(await somebody('investor', 'customer'));
    for (const email of ['admin@x.example', 'unknown@x.example']) {
      const answer = await browser.get(`/api/users/${email}`);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: 'forbidden' });
    }
  });

  it('shows an admin everybody, and 404 for the unknown', async () => {
    const email = await somebody('customer');
    expect((await admin.get(`/api/users/${email}`)).body).toMatchObject({ email, roles: ['customer'] });
    expect((await admin.get('/api/users/unknown@x.example')).status).toBe(404);
  });

  it('is 401 without a session, and 400 for what is no address', async () => {
    expect((await portal.browser().get('/api/users/admin@x.example')).status).toBe(401);
    expect((await admin.get('/api/users/nonsense')).status).toBe(400);
    expect((await admin.get('/api/users/%E0%A4%A')).status).toBe(400);
    expect((await admin.get('/api/users/a@x.example%00')).status).toBe(400);
  });
});

describe('POST /api/admin/users', () => {
  const add = (body: unknown, browser = admin) => browser.authorised('POST', '/api/admin/users', { body });

  it('adds a person in lower case, named after the part before the @', async () => {
    const answer = await add({ email: 'New.Person@X.example', roles: ['investor'] });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ email: 'new.person@x.example', name: 'new.person', roles: ['investor'] });
    expect((await admin.get('/api/users/new.person@x.example')).body).toEqual(answer.body);
  });

  it('takes a name, and sends an invitation when asked to', async () => {
    await add({ email: 'invited@x.example', roles: ['customer'], name: 'Ida <b>', invite: true });
    const mails = await portalMails('invited@x.example');
    expect(mails[0]?.subject).toBe('Your access to the Cytocomm portal');
    expect(mails[0]?.html).toContain('Welcome Ida &lt;b&gt;');
    expect(mails[0]?.text).not.toContain('token=');
  });

  it('is 409 for an address that exists, also for many at once', async () => {
    await add({ email: 'twice@x.example', roles: ['investor'] });
    const again = await add({ email: 'TWICE@x.example', roles: ['customer'] });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'already-exists' });
    const idToken = await admin.token();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.post(
          '/api/admin/users',
          { email: 'raced@x.example', roles: ['investor'] },
          { headers: { Authorization: `Bearer ${idToken}` } },
        ),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it.each([
    ['the role developer', { email: 'a@x.example', roles: ['developer'] }],
    ['no role', { email: 'a@x.example', roles: [] }],
    ['two roles', { email: 'a@x.example', roles: ['investor', 'customer'] }],
    ['an unknown role', { email: 'a@x.example', roles: ['king'] }],
    ['a role that is no list', { email: 'a@x.example', roles: 'investor' }],
    ['no address', { roles: ['investor'] }],
    ['two addresses', { email: 'a@x.example,b@x.example', roles: ['investor'] }],
    ['an empty name', { email: 'a@x.example', roles: ['investor'], name: '  ' }],
    ['a name with line breaks', { email: 'a@x.example', roles: ['investor'], name: 'a\r\nb' }],
    ['a name with half a character', { email: 'a@x.example', roles: ['investor'], name: 'Eve \ud800' }],
    ['a name with what is no character', { email: 'a@x.example', roles: ['investor'], name: 'Eve \ufdd0' }],
    ['an over-long name', { email: 'a@x.example', roles: ['investor'], name: 'x'.repeat(101) }],
    ['an unknown field', { email: 'a@x.example', roles: ['investor'], createdAt: 1 }],
    ['an operator', { email: { $gt: '' }, roles: ['investor'] }],
  ])('refuses %s', async (_what, body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect((await admin.get('/api/users/a@x.example')).status).toBe(404);
  });

  it('is for admins only', async () => {
    const investor = await portal.signedIn(await somebody('investor', 'customer', 'developer'));
    expect((await add({ email: 'a@x.example', roles: ['admin'] }, investor)).status).toBe(403);
    expect((await portal.browser().post('/api/admin/users', { email: 'a@x.example', roles: ['admin'] })).status).toBe(
      401,
    );
  });

  async function portalMails(email: string) {
    return until('the invitation', async () => {
      const mails = await portal.mailsTo(email);
      return mails.length > 0 ? mails : undefined;
    });
  }
});

describe('PATCH /api/admin/users/{email}', () => {
  const patch = (email: string, body: unknown) => admin.authorised('PATCH', `/api/admin/users/${email}`, { body });

  it('gives and takes roles, as often as one likes', async () => {
    const email = await somebody('investor');
    expect((await patch(email, { role: 'customer', enable: true })).body).toMatchObject({
      roles: ['investor', 'customer'],
    });
    expect((await patch(email, { role: 'customer', enable: true })).body).toMatchObject({
      roles: ['investor', 'customer'],
    });
    expect((await patch(email, { role: 'investor', enable: false })).body).toMatchObject({ roles: ['customer'] });
    expect((await patch(email, { role: 'customer', enable: false })).body).toMatchObject({ roles: [] });
  });

  it('loses no change of many at once', async () => {
    const email = await somebody();
    const idToken = await admin.token();
    const answers = await Promise.all(
      (['admin', 'investor', 'customer'] as const).map((role) =>
        admin.call('PATCH', `/api/admin/users/${email}`, {
          body: { role, enable: true },
          headers: { Authorization: `Bearer ${idToken}` },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await admin.get(`/api/users/${email}`)).body).toMatchObject({ roles: ['admin', 'investor', 'customer'] });
    await patch(email, { role: 'admin', enable: false });
  });

  it('keeps the role developer, and never gives it', async () => {
    const email = await somebody('developer');
    expect((await patch(email, { role: 'investor', enable: true })).body).toMatchObject({
      roles: ['investor', 'developer'],
    });
    expect((await patch(email, { role: 'developer', enable: true })).status).toBe(400);
    expect((await patch(email, { role: 'developer', enable: false })).status).toBe(400);
  });

  it.each([
    { role: 'admin' },
    { enable: true },
    { role: 'admin', enable: 'true' },
    { role: 'admin', enable: true, email: 'x@y.example' },
    { role: { $ne: 1 }, enable: true },
    [],
    null,
    'x',
  ])('refuses %j', async (body) => {
    expect((await patch('admin@x.example', body)).status).toBe(400);
  });

  it('is 404 for the unknown', async () => {
    expect((await patch('unknown@x.example', { role: 'admin', enable: true })).status).toBe(404);
  });
});

describe('DELETE /api/admin/users/{email}', () => {
  it('deletes, once', async () => {
    const email = await somebody('investor');
    expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
    expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(404);
    expect((await admin.get(`/api/users/${email}`)).status).toBe(404);
  });

  it('ends a link that is under way', async () => {
    const email = await somebody('investor');
    const { token } = await portal.askForLink(email);
    await admin.authorised('DELETE', `/api/admin/users/${email}`);
    await portal.person(email, 'investor');
    expect((await portal.browser().post('/api/auth/complete', { email, token })).status).toBe(401);
  });
});

describe('GET /api/admin/users', () => {
  let quiet: TestPortal;
  let reader: TestBrowser;
  const people = Array.from({ length: 45 }, (_, place) => `user-${String(place).padStart(3, '0')}@many.example`);
  beforeAll(async () => {
    quiet = await startTestPortal({}, '', portal.database.sibling());
    reader = await quiet.signedInAs('zoe@x.example', 'admin');
    const users = people.map((email) => newUserRecord({ email, name: 'Somebody', roles: ['investor'] }));
    await quiet.connection.collection('users').insertMany(users);
    await reader.authorised('POST', '/api/admin/users', {
      body: { email: 'mathematician@x.example', roles: ['customer'], name: 'Ada Byron-Lovelace' },
    });
  });
  afterAll(() => quiet.stop());

  const emails = (body: unknown) => (body as User[]).map((user) => user.email);

  it('is an array of people in the order of their e-mails', async () => {
    const answer = await reader.get('/api/admin/users');
    expect(answer.status).toBe(200);
    expect(emails(answer.body)).toEqual(['mathematician@x.example', ...people, 'zoe@x.example']);
    expect((answer.body as User[])[0]).toEqual({
      email: 'mathematician@x.example',
      name: 'Ada Byron-Lovelace',
      roles: ['customer'],
      createdAt: expect.any(String),
    });
    expect((answer.body as User[]).at(-1)).toMatchObject({ lastSignInAt: expect.any(String) });
    expect(answer.headers['x-total-count']).toBe('47');
    expect(answer.headers.link).toBeUndefined();
  });

  it('leads page by page through everybody, once each', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/api/admin/users?limit=10';
    let pages = 0;
    while (next !== undefined) {
      const answer = await reader.get(next);
      expect(answer.headers['x-total-count']).toBe('47');
      seen.push(...emails(answer.body));
      pages += 1;
      const [, url] = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link)) ?? [];
      next = url;
    }
    expect(pages).toBe(5);
    expect(seen).toEqual(['mathematician@x.example', ...people, 'zoe@x.example']);
  });

  it.each([
    ['user-01', 10],
    ['USER-001', 1],
    ['ada', 1],
    ['lovelace', 1],
    ['mathe', 1],
    ['zzz', 0],
    ['.*', 0],
    ['$gt', 0],
    ['many.exam', 45],
    ['er-00', 10],
    ['LACE', 1],
    ['love mathe', 1],
    ['love user', 0],
    ['zo', 1],
    ['oe', 0],
  ])('finds people by parts of e-mail or name: %s', async (search, found) => {
    const answer = await reader.get(`/api/admin/users?search=${encodeURIComponent(search)}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(found);
    expect(answer.headers['x-total-count']).toBe(String(found));
  });

  it('pages through what a search finds, by e-mail and by name together', async () => {
    await reader.authorised('POST', '/api/admin/users', {
      body: { email: 'b@x.example', roles: ['customer'], name: 'User Friendly' },
    });
    const seen: string[] = [];
    let next: string | undefined = '/api/admin/users?search=user&limit=20';
    while (next !== undefined) {
      const answer = await reader.get(next);
      expect(answer.headers['x-total-count']).toBe('46');
      seen.push(...emails(answer.body));
      next = /^<([^>]+)>/.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(['b@x.example', ...people]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'cursor=!',
    'cursor=abc',
    'cursor[$gt]=',
    'search[$gt]=',
    'search=a&search=b',
    'page=2',
  ])('refuses %s', async (query) => {
    const answer = await reader.get(`/api/admin/users?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation' });
  });

  it('counts everybody, but a search to 500 only, and says so', async () => {
    const crowd = Array.from({ length: 505 }, (_, place) => `crowd-${String(place).padStart(3, '0')}@many.example`);
    const rows = crowd.map((email) => newUserRecord({ email, name: 'Somebody', roles: ['investor'] }));
    await quiet.connection.collection('users').insertMany(rows);
    const found = await reader.get('/api/admin/users?search=crowd&limit=1');
    expect(found.headers).toMatchObject({ 'x-total-count': '500', 'x-total-count-relation': 'gte' });
    const few = await reader.get('/api/admin/users?search=crowd-10&limit=10');
    expect(few.headers).toMatchObject({ 'x-total-count': '10' });
    expect(few.headers).not.toHaveProperty('x-total-count-relation');
    const all = await reader.get('/api/admin/users?limit=1');
    expect(Number(all.headers['x-total-count'])).toBeGreaterThan(505);
    expect(all.headers).not.toHaveProperty('x-total-count-relation');
  });

  it('is for admins only', async () => {
    expect((await (await quiet.signedIn('user-000@many.example')).get('/api/admin/users')).status).toBe(403);
    expect((await quiet.browser().get('/api/admin/users')).status).toBe(401);
  });
});
