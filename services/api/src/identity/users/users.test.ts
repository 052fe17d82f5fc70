import { until } from '../../testing/clock.ts';
import { beforeTests, type TestPortal, testPortal } from '../../testing/portal.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

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

  it('shows an admin everybody, and 404 for the unknown', async () => {
    const email = await somebody('customer');
    expect((await admin.get(`/api/users/${email}`)).body).toMatchObject({ email, roles: ['customer'] });
    expect((await admin.get('/api/users/unknown@x.example')).status).toBe(404);
  });
});

describe('POST /api/admin/users', () => {
  const add = (body: unknown) => admin.authorised('POST', '/api/admin/users', { body });

  it('adds a person in lower case, named after the part before the @', async () => {
    const answer = await add({ email: 'New.Person@X.example', roles: ['investor'] });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ email: 'new.person@x.example', name: 'new.person', roles: ['investor'] });
    expect((await admin.get('/api/users/new.person@x.example')).body).toEqual(answer.body);
  });

  it('takes a name, and sends an invitation when asked to', async () => {
    await add({ email: 'invited@x.example', roles: ['customer'], name: 'Ida <b>', invite: true });
    const mail = await until('the invitation', async () => (await portal.mailsTo('invited@x.example'))[0]);
    expect(mail.subject).toBe('Your access to the Cytocomm portal');
    expect(mail.html).toContain('Welcome Ida &lt;b&gt;');
    expect(mail.text).not.toContain('token=');
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
    ['two roles', { email: 'a@x.example', roles: ['investor', 'customer'] }],
    ['two addresses', { email: 'a@x.example,b@x.example', roles: ['investor'] }],
    ['a name with half a character', { email: 'a@x.example', roles: ['investor'], name: 'Eve \ud800' }],
    ['an unknown field', { email: 'a@x.example', roles: ['investor'], createdAt: 1 }],
    ['an operator', { email: { $gt: '' }, roles: ['investor'] }],
  ])('refuses %s', async (_what, body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect((await admin.get('/api/users/a@x.example')).status).toBe(404);
  });
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
    { role: 'admin', enable: true, email: 'x@y.example' },
    { role: { $ne: 1 }, enable: true },
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
