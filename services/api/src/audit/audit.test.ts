import type { AuditPage, SignInTimeline } from '@cytocomm/contract';
import type { TestBrowser } from '../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';
import { firstBreak } from './chain.ts';
import { auditModel } from './model.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

const whole = () => firstBreak(auditModel(portal.connection).find().sort({ _id: 1 }).lean().cursor());

async function about(subject: string) {
  return ((await admin.get(`/api/admin/audit?subject=${encodeURIComponent(subject)}`)).body as AuditPage).items;
}

it('keeps who did what to whom, when and from where', async () => {
  await admin.authorised('POST', '/api/admin/users', { body: { email: 'ada@x.example', roles: ['investor'] } });
  await admin.authorised('PATCH', '/api/admin/users/ada@x.example', { body: { role: 'customer', enable: true } });
  await admin.authorised('PATCH', '/api/admin/users/ada@x.example', { body: { role: 'investor', enable: false } });
  await admin.authorised('DELETE', '/api/admin/users/ada@x.example');
  const rows = await about('ada@x.example');
  expect(rows.map((row) => row.action)).toEqual(['user.deleted', 'role.removed', 'role.enabled', 'user.added']);
  for (const row of rows)
    expect(row).toMatchObject({ actor: 'admin@x.example', from: admin.address, userAgent: 'test-browser/1.0' });
  expect(rows[1]?.detail).toEqual({ role: 'investor' });
});

it('says nothing twice: a change that changes nothing leaves no row', async () => {
  await portal.person('same@x.example', 'investor');
  await admin.authorised('PATCH', '/api/admin/users/same@x.example', { body: { role: 'investor', enable: true } });
  await expect(about('same@x.example')).resolves.toEqual([]);
});

it('is one whole chain while several processes write at once', async () => {
  const others = [await portal.another(), await portal.another()];
  const urls = [portal.url, ...others.map((other) => other.url)];
  const before = await auditModel(portal.connection).countDocuments({});
  await Promise.all(
    Array.from({ length: 45 }, (_, turn) =>
      portal.browser(urls[turn % 3]).post('/api/auth/complete', { email: `nobody-${turn}@x.example`, token: 'x' }),
    ),
  );
  await expect(auditModel(portal.connection).countDocuments({})).resolves.toBe(before + 45);
  await expect(whole()).resolves.toBeUndefined();
});

it('can be read and appended to by the service, nothing else', async () => {
  const rows = auditModel(portal.connection);
  for (const change of [
    () => rows.updateOne({ _id: 1 }, { $set: { subject: 'x' } }),
    () => rows.updateMany({}, { $set: { subject: 'x' } }),
    () => rows.findOneAndUpdate({ _id: 1 }, { $set: { subject: 'x' } }),
    () => rows.replaceOne({ _id: 1 }, { subject: 'x' }),
    () => rows.deleteOne({ _id: 1 }),
    () => rows.deleteMany({}),
    () => rows.findOneAndDelete({ _id: 1 }),
  ]) {
    await expect(change().exec()).rejects.toThrow('append-only');
  }
});

it('shows it when somebody else altered a row', async () => {
  const raw = portal.connection.collection<{ _id: number; subject: string }>('audit');
  const original = await raw.findOne({ _id: 2 });
  await raw.updateOne({ _id: 2 }, { $set: { subject: 'altered' } });
  await expect(whole()).resolves.toBe(2);
  await raw.updateOne({ _id: 2 }, { $set: { subject: original?.subject ?? '' } });
  await expect(whole()).resolves.toBeUndefined();
});

it('is paged, newest first', async () => {
  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = (await admin.get(`/api/admin/audit?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`))
      .body as AuditPage;
    seen.push(...page.items.map((item) => item.seq));
    cursor = page.nextCursor;
  }
  expect(seen.length).toBe(await auditModel(portal.connection).countDocuments({}));
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
});

it('notes who was refused by role, once a minute for each call', async () => {
  const investor = await portal.signedInAs('curious@x.example', 'investor');
  for (let turn = 0; turn < 3; turn += 1) await investor.get('/api/admin/audit');
  await investor.get('/api/users/admin@x.example');
  const refused = (await about('curious@x.example')).filter((row) => row.action === 'access.refused');
  expect(refused.map((row) => row.detail)).toEqual([
    { call: 'GET /api/users/:email' },
    { call: 'GET /api/admin/audit' },
  ]);
  expect(refused[0]).toMatchObject({ actor: 'curious@x.example', from: investor.address });
});

describe('visitors who were refused', () => {
  it('are noted when a page of another site called, once a minute for each call', async () => {
    const browser = portal.browser();
    const headers = { Origin: `https://evil.example/${'x'.repeat(500)}` };
    for (let turn = 0; turn < 3; turn += 1)
      await browser.call('POST', '/api/auth/magic-link', { as: 'bare', headers, body: { email: 'a@x.example' } });
    const rows = await about(browser.address);
    expect(rows).toEqual([
      expect.objectContaining({ action: 'access.foreign-origin', actor: null, userAgent: 'test-browser/1.0' }),
    ]);
    expect(rows[0]?.detail).toEqual({ call: 'POST /api/auth/magic-link', origin: headers.Origin.slice(0, 200) });
  });

  it('are noted when they reached a limit, once a minute for each call', async () => {
    const browser = portal.browser();
    const wrong = { email: 'nobody@x.example', token: 'x' };
    for (let turn = 0; turn < 23; turn += 1) await browser.post('/api/auth/complete', wrong);
    const rows = await about(browser.address);
    expect(rows).toEqual([expect.objectContaining({ action: 'limit.reached', actor: null, from: browser.address })]);
    expect(rows[0]?.detail).toEqual({ call: 'POST /api/auth/complete' });
  });
});

describe("why can't this person sign in?", () => {
  const ask = async (email: string) => (await admin.get(`/api/admin/users/${email}/sign-ins`)).body as SignInTimeline;

  it('there is no such user', async () => {
    await portal.browser().post('/api/auth/magic-link', { email: 'typo@x.example' });
    await until('the refusal', async () => (await ask('typo@x.example')).items.length > 0 || undefined);
    const timeline = await ask('typo@x.example');
    expect(timeline.explanation).toContain('There is no user typo@x.example');
    expect(timeline.items[0]).toMatchObject({
      action: 'sign-in.refused',
      text: expect.stringContaining('no user with this address'),
    });
  });

  it('has no role', async () => {
    await portal.person('roleless@x.example');
    expect((await ask('roleless@x.example')).explanation).toContain('no role');
  });

  it('has not asked yet; was sent a link; used a wrong code; signed in', async () => {
    const email = 'story@x.example';
    await portal.person(email, 'investor');
    expect((await ask(email)).explanation).toContain('has not asked for a link yet');
    const { code, token } = await portal.askForLink(email);
    await until(
      'the note about the mail',
      async () => (await ask(email)).items.some((item) => item.action === 'sign-in.link-sent') || undefined,
    );
    expect((await ask(email)).explanation).toContain('was not used yet');
    await portal.browser().post('/api/auth/complete', { email, code: code === '000000' ? '000001' : '000000' });
    expect((await ask(email)).explanation).toContain('wrong code, try 1 of 5');
    await portal.browser().post('/api/auth/complete', { email, token: 'x' });
    expect((await ask(email)).explanation).toContain('expired, altered or not one of ours');
    await portal.browser().post('/api/auth/complete', { email, token });
    expect((await ask(email)).explanation).toContain('Nothing stands in the way');
    await portal.browser().post('/api/auth/complete', { email, token });
    expect((await ask(email)).explanation).toContain('used already');
    expect((await ask(email)).items.map((item) => item.action)).toEqual([
      'sign-in.failed',
      'sign-in.completed',
      'sign-in.failed',
      'sign-in.failed',
      'sign-in.link-sent',
    ]);
  });

  it('asked too often', async () => {
    const email = 'eager@x.example';
    await portal.person(email, 'investor');
    const browser = portal.browser();
    for (let turn = 0; turn < 9; turn += 1) await browser.post('/api/auth/magic-link', { email });
    await until('the mails', async () => (await portal.mailsTo(email)).length === 5 || undefined);
    const refusals = await until('the refusal', async () => {
      const rows = (await ask(email)).items.filter((item) => item.action === 'sign-in.refused');
      return rows.length > 0 ? rows : undefined;
    });
    expect(refusals).toEqual([expect.objectContaining({ text: expect.stringContaining('too many links') })]);
  });

  it('is told to admins only', async () => {
    const investor = await portal.signedInAs('investor@x.example', 'investor');
    expect((await investor.get('/api/admin/users/investor@x.example/sign-ins')).status).toBe(403);
    expect((await investor.get('/api/admin/audit')).status).toBe(403);
  });
});
