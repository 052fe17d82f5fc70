import { CALL_SPECS, calendarLinkSchema, openLive, passkeyListSchema, signedInSchema } from '@cytocomm/contract';
import { preferenceModel } from '../../content/alerts/model.ts';
import { pressReleaseModel } from '../../content/press-releases/model.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import { expectProblem, read } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { createAuthenticator, givePasskey } from '../../testing/passkeys.ts';
import { startTestPortal, testPortal } from '../../testing/portal.ts';
import { addDocument } from '../../testing/uploads.ts';
import { userModel } from '../users/model.ts';
import { createUserSessions } from '../users/sessions.ts';

// SECOND_FACTOR_ROLES=admin: an admin without a passkey may add one, and nothing else.

const portal = testPortal({ SECOND_FACTOR_ROLES: 'admin' });
beforeAll(() => portal.person('admin@x.example', 'admin'));

const values: Readonly<Record<string, string>> = {
  id: 'ffffffffffffffffffffffff',
  email: 'somebody@x.example',
  remote: 'mfe-nothing',
  kind: 'event',
  release: '1.0.0',
  number: '1',
};

it('is told at the sign-in, and is a visitor to every call that is not of /api/auth', async () => {
  const browser = portal.browser();
  const token = await portal.linkFor('admin@x.example', browser);
  const answer = read(await browser.post('/api/auth/complete', { email: 'admin@x.example', token }), signedInSchema);
  expect(answer).toMatchObject({ roles: ['admin'], passkeyNeeded: true });
  const headers = { Authorization: `Bearer ${await browser.token()}` };
  const outcomes: { call: string; status: number; expected: number }[] = [];
  // One after the other: one client has two files for spreadsheets at once.
  for (const { call } of CALL_SPECS.filter((spec) => !spec.call.path.startsWith('/api/auth/'))) {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
    const body = call.method === 'GET' || call.method === 'DELETE' ? {} : { body: {} };
    const verb = call === openLive ? 'HEAD' : call.method;
    const visitor = await portal.browser().call(verb, path, body);
    const own = await browser.call(verb, path, { ...body, headers });
    const expected = visitor.status === 401 ? 403 : visitor.status;
    outcomes.push({ call: `${call.method} ${call.path}`, status: own.status, expected });
  }
  expect(outcomes.length).toBeGreaterThan(100);
  expect(outcomes.filter(({ status, expected }) => status !== expected)).toEqual([]);
  expectProblem(await browser.get('/api/admin/users', { headers }), 403, 'passkey-needed');
});

it('has everything as soon as there is a passkey, which cannot be removed while it is the last', async () => {
  const browser = await portal.signedIn('admin@x.example');
  expect(read(await browser.get('/api/auth/passkeys'), passkeyListSchema).needed).toBe(true);
  const first = await givePasskey(browser, createAuthenticator(portal.url));
  expect((await browser.get('/api/admin/users')).status).toBe(200);
  expectProblem(await browser.call('DELETE', `/api/auth/passkeys/${first.id}`), 409, 'conflict');
  const second = await givePasskey(browser, createAuthenticator(portal.url));
  const both = await Promise.all([first, second].map(({ id }) => browser.call('DELETE', `/api/auth/passkeys/${id}`)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
});

it('the first passkey ends all other sessions: one that the link alone opened does not become an admin’s', async () => {
  const email = 'twice@x.example';
  const [eve, ada] = [await portal.signedInAs(email, 'admin'), await portal.signedIn(email)];
  const headers = { Authorization: `Bearer ${await eve.token()}` };
  const users = userModel(portal.connection);
  const before = await users.findOne({ email }).lean();
  const ids = (before?.sessions ?? []).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  await givePasskey(ada, createAuthenticator(portal.url));
  expectProblem(await eve.get('/api/admin/users'), 401, 'not-signed-in');
  expectProblem(await portal.browser().get('/api/admin/users', { headers }), 401, 'not-signed-in');
  expectProblem(await eve.get('/api/auth/passkeys'), 401, 'not-signed-in');
  expect((await ada.get('/api/admin/users')).status).toBe(200);
  const stored = portal.connection.collection<{ _id: string }>('sessions');
  expect(await stored.countDocuments({ _id: { $in: ids } })).toBe(1);
  const row = await portal.connection.collection('audit').findOne({ subject: email, action: 'passkey.added' });
  expect(row?.detail).toEqual({ passkey: expect.any(String), sessionsEnded: '1' });

  // A sign-in that read the record before the passkey was there.
  if (before === null) throw new Error('no such user');
  const late = { id: 'late', createdAt: new Date(), userAgent: '' };
  const bounds = { max: 50, endedBefore: new Date(0) };
  const sessions = createUserSessions({ change: () => Promise.reject(new Error('no session gives way')) }, users);
  expect(await sessions.add(before, late, new Date(), bounds)).toBe(false);
  await givePasskey(ada, createAuthenticator(portal.url));
  expect((await ada.get('/api/admin/users')).status).toBe(200);
});

it('the address of a calendar shows what a visitor with an account sees, until there is a passkey', async () => {
  const email = 'calendar@x.example';
  const person = await portal.signedInAs(email, 'investor');
  const { url } = read(await person.authorised('POST', '/api/events/subscription'), calendarLinkSchema);
  await portal.connection.collection('users').updateOne({ email }, { $set: { roles: ['investor', 'admin'] } });
  await givePasskey(person, createAuthenticator(portal.url));
  const body = { title: 'For customers', date: '2026-11-20', audience: ['customer'] };
  expect((await person.authorised('POST', '/api/admin/events', { body })).status).toBe(201);
  const feed = async () => (await portal.browser().get(url, { as: 'bare' })).text;
  expect(await feed()).toContain('For customers');
  await portal.connection.collection('users').updateOne({ email }, { $unset: { passkeys: 1 } });
  const text = await feed();
  expect(text).toContain('BEGIN:VCALENDAR');
  expect(text).not.toContain('For customers');
});

it('no mail tells what a role reads before there is a passkey: no release for investors, no reminder of a document', async () => {
  const other = await startTestPortal({ SECOND_FACTOR_ROLES: 'investor' }, '', portal.database.sibling());
  try {
    const admin = await other.signedInAs('admin@x.example', 'admin');
    const [has, lacks] = ['has@x.example', 'lacks@x.example'];
    await givePasskey(await other.signedInAs(has, 'investor'), createAuthenticator(other.url));
    await other.person(lacks, 'investor');
    for (const { _id, email } of await userModel(other.connection).find({ roles: 'investor' }).lean())
      await preferenceModel(other.connection).create({ _id, email, investorNews: true, newReport: true });
    const release = { title: 'Figures', content: '<p>Words.</p>', target: ['investors'], sendEmail: true };
    expect((await admin.authorised('POST', '/api/admin/press-releases', { body: release })).status).toBe(201);
    const { id } = await addDocument(admin, { visibility: 'investor' });
    expect((await admin.authorised('POST', `/api/admin/documents/${id}/reminders`)).status).toBe(202);
    const subjectsTo = async (email: string) => (await other.mailsTo(email)).map(({ subject }) => subject).toSorted();
    const subjects = ['Figures', 'Please read: Report'];
    await until('both mails to the person with a passkey', async () =>
      (await subjectsTo(has)).filter((each) => subjects.includes(each)).length === subjects.length ? true : undefined,
    );
    await until('the release to be queued for all', async () =>
      (await pressReleaseModel(other.connection).exists({ mailing: 'queued' })) === null ? undefined : true,
    );
    await until('all mails to leave', async () =>
      (await outboxModel(other.connection).exists({ status: { $nin: ['sent', 'dropped'] } })) === null
        ? true
        : undefined,
    );
    expect((await subjectsTo(lacks)).filter((each) => subjects.includes(each))).toEqual([]);
    const audience = '/api/admin/alerts/audience?topics=investor-news';
    expect(JSON.parse((await admin.get(audience)).text)).toEqual({ recipients: 1 });
  } finally {
    await other.stop();
  }
});

it('a role that is given in the middle demands it of the next call, and one that is taken does not any more', async () => {
  const admin = await portal.signedInAs('chief@x.example', 'investor');
  expect((await admin.get('/api/events')).status).toBe(200);
  const users = portal.connection.collection('users');
  await users.updateOne({ email: 'chief@x.example' }, { $set: { roles: ['investor', 'admin'] } });
  expectProblem(await admin.get('/api/events'), 403, 'passkey-needed');
  expectProblem(await admin.get('/api/live'), 403, 'passkey-needed');
  await users.updateOne({ email: 'chief@x.example' }, { $set: { roles: ['investor'] } });
  expect((await admin.get('/api/events')).status).toBe(200);
});
