import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

const newest = async () => (await admin.get('/api/admin/audit?limit=1')).body;

describe('POST /api/admin/users/{email}/invitation', () => {
  const resend = (email: string) => admin.authorised('POST', `/api/admin/users/${email}/invitation`);

  it('mails the invitation again, three times a day at most', async () => {
    await portal.person('new@x.example', 'investor');
    expect((await resend('NEW@x.example')).status).toBe(204);
    expect(await newest()).toMatchObject({
      items: [{ action: 'user.invited', actor: 'admin@x.example', subject: 'new@x.example' }],
    });
    expect((await resend('new@x.example')).status).toBe(204);
    expect((await resend('new@x.example')).status).toBe(204);
    const refused = await resend('new@x.example');
    expect([refused.status, refused.body]).toEqual([429, expect.objectContaining({ code: 'rate-limited' })]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await until('the mails', async () => (await portal.mailsTo('new@x.example')).length === 3);
    const [mail] = await portal.mailsTo('new@x.example');
    expect(mail?.subject).toBe('Your access to the Cytocomm portal');
  });

  it('is refused for a person who has signed in, and for an unknown one', async () => {
    await portal.signedInAs('old@x.example', 'investor');
    const refused = await resend('old@x.example');
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'conflict' })]);
    expect((await resend('unknown@x.example')).status).toBe(404);
    expect(await portal.mailsTo('old@x.example')).toEqual([]);
  });
});

describe('PUT /api/admin/users/{email}/name', () => {
  const rename = (email: string, name: unknown) =>
    admin.authorised('PUT', `/api/admin/users/${email}/name`, { body: { name } });

  it('calls a person by another name, who is found by it', async () => {
    await portal.person('ada@x.example', 'investor');
    const answer = await rename('ada@x.example', ' Ådá Lovelace ');
    expect(answer.body).toEqual({ email: 'ada@x.example', name: 'Ådá Lovelace', roles: ['investor'] });
    expect((await admin.get('/api/admin/users?search=velace')).body).toMatchObject([{ name: 'Ådá Lovelace' }]);
    expect((await admin.get('/api/admin/users?search=ada&sort=-name')).body).toMatchObject([{ name: 'Ådá Lovelace' }]);
    expect(await newest()).toMatchObject({
      items: [{ action: 'user.renamed', subject: 'ada@x.example', detail: { name: 'Ådá Lovelace' } }],
    });
  });

  it('refuses what is no name, and an unknown person', async () => {
    expect((await rename('admin@x.example', 'a\nb')).body).toMatchObject({
      status: 400,
      errors: [{ path: 'body.name' }],
    });
    expect((await rename('unknown@x.example', 'Unknown')).status).toBe(404);
  });
});
