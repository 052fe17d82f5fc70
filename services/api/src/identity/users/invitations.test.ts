import { auditPageSchema, MAX_INVITED, userInvitationsSchema } from '@cytocomm/contract';
import { outboxModel } from '../../platform/mail/model.ts';
import { read } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { newUserRecord } from './record.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
beforeAll(async () => {
  for (const name of ['ada', 'bob', 'eve']) await portal.person(`${name}@fund.example`, 'investor');
  await portal.person('lab@x.example', 'customer');
  await portal.signedInAs('old@fund.example', 'investor');
});
afterEach(realDate);

const ask = (query: string, as = admin) => as.authorised('POST', `/api/admin/users/invitations${query}`);
const invite = async (query: string, as = admin) => read(await ask(query, as), userInvitationsSchema);
const mails = () => outboxModel(portal.connection);
const queuedFor = async (pattern: RegExp) =>
  (await mails().distinct('to', { kind: 'invitation', to: pattern })).toSorted();
const trail = async () =>
  read(await admin.get('/api/admin/audit?action=users.invited'), auditPageSchema).items.map(
    ({ actor, detail }) => [actor, detail] as const,
  );

it('invites those of the list who never signed in, once a day, after a dry run, as one row of the trail', async () => {
  expect(await invite('?search=fund&role=investor&dryRun=true')).toEqual({ invited: 3, skipped: 0, next: null });
  expect(await queuedFor(/fund/)).toEqual([]);
  expect(await trail()).toEqual([]);
  expect(await invite('?search=fund&role=investor')).toEqual({ invited: 3, skipped: 0, next: null });
  expect(await queuedFor(/fund/)).toEqual(['ada@fund.example', 'bob@fund.example', 'eve@fund.example']);
  expect(await invite('?search=fund&role=investor')).toEqual({ invited: 0, skipped: 3, next: null });
  expect(await invite('?search=fund&dryRun=true')).toEqual({ invited: 0, skipped: 3, next: null });
  await until('the mail', async () => (await portal.mailsTo('eve@fund.example')).length === 1);
  expect((await portal.mailsTo('eve@fund.example'))[0]?.subject).toBe('Your access to the Cytocomm portal');
  expect(await trail()).toEqual([['admin@x.example', { search: 'fund', role: 'investor', people: '3' }]]);
  moveDate(24 * 3600 * 1000);
  const tomorrow = await portal.signedIn('admin@x.example');
  expect(await invite('?search=fund', tomorrow)).toEqual({ invited: 3, skipped: 0, next: null });
});

it.each([
  ['role=King', 'role'],
  ['dryRun=yes', 'dryRun'],
  ['cursor=AAAA', 'cursor'],
  ['neverSignedIn=false', 'neverSignedIn'],
])('refuses ?%s, names the field and sends no mail', async (query, field) => {
  const answer = await ask(`?${query}`);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(field);
  expect(await queuedFor(/lab/)).toEqual([]);
});

it('of two admins at the same moment, at two processes, is one mail each', async () => {
  for (const name of ['t1', 't2', 't3']) await portal.person(`${name}@twice.example`, 'customer');
  const other = await portal.another();
  const second = await portal.signedInAs('second@x.example', 'admin');
  const atOther = await portal.signedIn('second@x.example', other.url);
  const answers = await Promise.all([admin, atOther, second, admin].map((each) => invite('?search=twice', each)));
  expect(answers.reduce((sum, { invited }) => sum + invited, 0)).toBe(3);
  expect(answers.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(9);
  expect(await mails().countDocuments({ to: /twice/ })).toBe(3);
  await other.stop();
});

it('does not reach a person who was deleted meanwhile', async () => {
  await portal.person('gone@x.example', 'customer');
  // Not sent before the deletion.
  await mails().create({
    ...{ _id: 'test-gone', kind: 'invitation', to: 'gone@x.example', status: 'waiting', data: { name: 'gone' } },
    ...{ createdAt: new Date(), nextAttemptAt: new Date(Date.now() + 3_600_000) },
  });
  expect((await admin.authorised('DELETE', '/api/admin/users/gone@x.example')).status).toBe(204);
  await mails().updateOne({ _id: 'test-gone' }, { $set: { nextAttemptAt: new Date() } });
  await until('the mail to be dropped', async () => (await mails().findById('test-gone'))?.status === 'dropped');
  expect(await invite('?search=gone')).toEqual({ invited: 0, skipped: 0, next: null });
});

afterEach(() => jest.restoreAllMocks());

it('reaches so many at one call, and goes on after them with its cursor', async () => {
  const emails = Array.from({ length: MAX_INVITED + 200 }, (_, at) => `m${String(at).padStart(4, '0')}@many.example`);
  await portal.connection
    .collection('users')
    .insertMany(emails.map((email) => newUserRecord({ email, name: 'Many', roles: ['customer'] })));
  // However slow the machine is.
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const first = await invite('?search=many');
  expect(first).toEqual({ invited: MAX_INVITED, skipped: 0, next: expect.any(String) });
  await portal.person('a-before@many.example', 'customer');
  await admin.authorised('DELETE', `/api/admin/users/${emails.at(-1)}`);
  expect(await invite(`?search=many&cursor=${first.next}`)).toEqual({ invited: 199, skipped: 0, next: null });
  expect(await queuedFor(/^a-before/)).toEqual([]);
  // From the start those who are invited today count, too: the call is bounded by whom it looks at.
  expect(await invite('?search=many')).toEqual({ invited: 1, skipped: 999, next: expect.any(String) });
  clock.mockRestore();
});

it('is limited: 60 an hour by one admin, counted before the work', async () => {
  const impatient = await portal.signedInAs('impatient@x.example', 'admin');
  const answers = await Promise.all(Array.from({ length: 65 }, () => ask('?search=no-such-person', impatient)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3000);
});
