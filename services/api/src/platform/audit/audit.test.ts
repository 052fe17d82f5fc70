import type { AuditPage, SignInTimeline, StrangerNotes } from '@cytocomm/contract';
import { runCommand } from '../../main/commands/run.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { anonymousEventModel } from './anonymous-events.ts';
import { auditModel } from './model.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));

/** What `npm run audit` says. */
const check = (...args: string[]) =>
  runCommand('audit', args, { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });
const checkpoint = async () => / (s\d+:[0-9a-f]{64})$/.exec(await check())?.[1] ?? 'none';

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

it('can be read and appended to by the service, nothing else', async () => {
  const rows = auditModel(portal.connection);
  for (const change of [
    () => rows.updateOne({}, { $set: { subject: 'x' } }),
    () => rows.updateMany({}, { $set: { subject: 'x' } }),
    () => rows.findOneAndUpdate({}, { $set: { subject: 'x' } }),
    () => rows.replaceOne({}, { subject: 'x' }),
    () => rows.deleteOne({}),
    () => rows.deleteMany({}),
    () => rows.findOneAndDelete({}),
  ]) {
    await expect(change().exec()).rejects.toThrow('append-only');
  }
});

it('is checked against what was noted elsewhere', async () => {
  const noted = await checkpoint();
  await expect(check('--at', noted)).resolves.toContain(
    `It holds what was noted at seal ${noted.slice(1).split(':', 1)}.`,
  );
  await expect(
    check(
      '--at',
      noted.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).rejects.toThrow('is not the one of the checkpoint');
  for (const wrong of ['5', 's5', '5:x', `x:${'0'.repeat(64)}`, `sx:${'0'.repeat(64)}`])
    await expect(check('--at', wrong)).rejects.toThrow('Usage');
});

it('cannot be proved with another secret, and says which setting is meant', async () => {
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  const changed = { ...environment, TOKEN_SECRET: 'a token secret that was changed since' };
  await expect(runCommand('audit', [], changed)).rejects.toThrow('AUDIT_SECRET and TOKEN_SECRET');
  const before = await auditModel(portal.connection).countDocuments({});
  const add = ['add', 'unprovable@x.example', '--role', 'investor'];
  await expect(runCommand('users', add, changed)).rejects.toThrow('AUDIT_SECRET');
  expect(await auditModel(portal.connection).countDocuments({})).toBe(before);
  const named = { ...changed, AUDIT_SECRET: `${'n'.repeat(32)},for-development-only-and-refused-in-production` };
  await expect(runCommand('audit', [], named)).resolves.toContain('whole');
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
  const refused = async () =>
    (await anonymousEventModel(portal.connection).find().lean()).reduce((sum, { times }) => sum + times, 0);
  const noted = async (subject: string) =>
    ((await admin.get(`/api/admin/strangers?subject=${subject}`)).body as StrangerNotes).items;

  it('are noted when a page of another site called, once a minute for each call', async () => {
    const browser = portal.browser();
    const headers = { Origin: `https://evil.example/${'x'.repeat(500)}` };
    for (let turn = 0; turn < 3; turn += 1)
      await browser.call('POST', '/api/auth/magic-link', { as: 'bare', headers, body: { email: 'a@x.example' } });
    expect(await noted(browser.address)).toEqual([
      {
        at: expect.any(String),
        action: 'access.foreign-origin',
        detail: { call: 'POST /api/auth/magic-link', origin: headers.Origin.slice(0, 200) },
        times: 1,
      },
    ]);
  });

  it('are noted when they reached a limit, once a minute for each call', async () => {
    const browser = portal.browser();
    const wrong = { email: 'unknown@x.example', token: 'x' };
    for (let turn = 0; turn < 23; turn += 1) await browser.post('/api/auth/complete', wrong);
    expect(await noted(browser.address)).toEqual([
      expect.objectContaining({ action: 'limit.reached', detail: { call: 'POST /api/auth/complete' } }),
    ]);
    // Twenty of them, about one address by one client: one row for each minute in which they came.
    const tries = await noted('unknown@x.example');
    expect(tries.length).toBeLessThanOrEqual(2);
    expect(tries.reduce((sum, { times }) => sum + times, 0)).toBe(20);
  });

  it('leave nothing by which they are known: no address, no name, no browser, and none of it in the trail', async () => {
    const browser = portal.browser();
    const before = await refused();
    for (const name of ['one', 'two', 'three']) {
      await browser.post('/api/auth/complete', { email: `${name}@private.example`, token: 'x' });
      await browser.post('/api/auth/magic-link', { email: `${name}@private.example` });
    }
    // Written behind the answers, in any order.
    await until('the refusals', async () => (await refused()) === before + 6);
    // Not by counting: what earlier tests were refused is written behind their answers.
    const trail = await auditModel(portal.connection).find().lean();
    expect(trail.filter(({ from }) => from === browser.address)).toEqual([]);
    expect(JSON.stringify(trail)).not.toContain('private.example');
    const stored = JSON.stringify(await anonymousEventModel(portal.connection).find().lean());
    expect(stored).not.toMatch(/private\.example|test-browser/);
    expect(stored).not.toContain(browser.address);
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
    const { code, token, browser } = await portal.askForLink(email);
    await until(
      'the note about the mail',
      async () => (await ask(email)).items.some((item) => item.action === 'sign-in.link-sent') || undefined,
    );
    expect((await ask(email)).explanation).toContain('was not used yet');
    await browser.post('/api/auth/complete', { email, code: code === '000000' ? '000001' : '000000' });
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
});
