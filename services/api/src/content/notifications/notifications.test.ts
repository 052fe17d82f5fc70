import { notificationPageSchema, notificationSummarySchema } from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate } from '../../testing/clock.ts';
import { announce, watchChanges } from '../../testing/live-listener.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { storeLiveLock, storeRelease } from '../../testing/releases.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

let portal: TestPortal;
let admin: TestBrowser;
let changesSeen: () => Promise<void>;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  changesSeen = await watchChanges(portal, admin);
});
afterAll(() => portal.stop());
afterEach(() => realDate());
/** Announces changes that a test made in the database itself. */
async function announceAll(): Promise<void> {
  for (const collection of ['documents', 'press_releases', 'events', 'outbox', 'releases'] as const)
    await announce(portal, collection);
}
beforeEach(async () => {
  const emptied = ['documents', 'press_releases', 'events', 'outbox', 'releases', 'reading_marks', 'telemetry_causes'];
  for (const name of emptied) await portal.connection.collection(name).deleteMany({});
  await announceAll();
});

const PDF = writePdf({ title: 'Report', author: 'Cytocomm', date: new Date(0), sections: [] });
async function create(path: string, body: object): Promise<string> {
  const answer = await admin.authorised('POST', path, { body });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}
async function uploaded(title: string, visibility: string): Promise<string> {
  const answer = await admin.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body: multipart([
      { name: 'title', value: title },
      { name: 'visibility', value: visibility },
      { name: 'file', value: PDF, fileName: 'a.pdf' },
    ]),
  });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}
const event = (title: string, more: object = {}) =>
  create('/api/admin/events', { title, date: '2027-03-01T00:00:00.000Z', ...more });
const release = (title: string, more: object = {}) =>
  create('/api/admin/press-releases', { title, content: '<p>Words.</p>', target: ['investors'], ...more });

const get = async (by: TestBrowser, path: string) => {
  await changesSeen();
  return by.get(path);
};
const listed = async (by: TestBrowser, query = '') =>
  read(await get(by, `/api/notifications${query}`), notificationPageSchema);
const titles = async (by: TestBrowser) => (await listed(by)).items.map(({ title }) => title);
const summary = async (by: TestBrowser) => read(await get(by, '/api/notifications/summary'), notificationSummarySchema);
const markRead = (by: TestBrowser, upTo: string) =>
  by.authorised('POST', '/api/notifications/read', { body: { upTo } });
const visit = async (by: TestBrowser) =>
  expect((await by.authorised('POST', '/api/notifications/visit')).status).toBe(204);

it('lists what each person may see, newest first, without their own changes', async () => {
  await uploaded('Public paper', 'public');
  await uploaded('Investor paper', 'investor');
  await uploaded('Customer paper', 'customer');
  await release('Investor news');
  await release('Draft', { status: 'draft' });
  await release('Later', { publishAt: '2999-01-01T00:00:00.000Z' });
  await event('Board', { audience: ['investor'] });
  await event('Open day');
  const investor = await portal.signedInAs('investor@x.example', 'investor');
  const customer = await portal.signedInAs('customer@x.example', 'customer');
  const member = await portal.signedInAs('member@x.example');
  const other = await portal.signedInAs('other@x.example', 'admin');
  expect(await titles(investor)).toEqual(['Open day', 'Board', 'Investor news', 'Investor paper', 'Public paper']);
  expect(await titles(customer)).toEqual(['Open day', 'Customer paper', 'Public paper']);
  expect(await titles(member)).toEqual(['Open day', 'Public paper']);
  expect(await titles(other)).toEqual([
    ...['Open day', 'Board', 'Investor news', 'Customer paper', 'Investor paper', 'Public paper'],
  ]);
  expect(await titles(admin)).toEqual([]);
  expect((await portal.browser().get('/api/notifications')).status).toBe(401);
  const asCustomer = await other.get('/api/notifications', { headers: { 'Preview-As': 'customer' } });
  expect(read(asCustomer, notificationPageSchema).items.map(({ title }) => title)).toEqual([
    'Open day',
    'Customer paper',
    'Public paper',
  ]);
});

it('leaves out records that were deleted or moved to others, until they are restored', async () => {
  const reader = await portal.signedInAs('reader@x.example', 'investor');
  const id = await uploaded('Report', 'investor');
  const day = await event('Board', { audience: ['investor'] });
  const news = await release('News');
  expect(await titles(reader)).toHaveLength(3);
  await admin.authorised('DELETE', `/api/admin/documents/${id}`);
  await admin.authorised('DELETE', `/api/admin/press-releases/${news}`);
  await admin.authorised('PATCH', `/api/admin/events/${day}`, { body: { audience: ['customer'] } });
  expect(await listed(reader)).toMatchObject({ items: [], nextCursor: null });
  expect((await summary(reader)).unread).toBe(0);
  await admin.authorised('POST', `/api/admin/bin/document/${id}/restore`);
  expect(await titles(reader)).toEqual(['Report']);
});

it('lists a document as new for readers added later only', async () => {
  const investor = await portal.signedInAs('shown@x.example', 'investor');
  const customer = await portal.signedInAs('before@x.example', 'customer');
  const other = await portal.signedInAs('admin2@x.example', 'admin');
  const id = await uploaded('Report', 'customer');
  const show = (visibility: string) =>
    admin.authorised('PATCH', `/api/admin/documents/${id}`, { body: { visibility } });
  await portal.connection
    .collection('documents')
    .updateOne({ title: 'Report' }, { $set: { uploadedAt: new Date(Date.now() - 100 * 86_400_000) } });
  const people = [investor, customer, other];
  const now = new Date().toISOString();
  for (const person of people) await markRead(person, now);
  const unread = () => Promise.all(people.map(async (person) => (await summary(person)).unread));

  expect((await show('public')).status).toBe(200);
  expect(await unread()).toEqual([1, 0, 0]);
  const [told] = (await listed(investor)).items;
  expect(told).toMatchObject({ kind: 'document', happening: 'added', subject: id, unread: true });
  expect(Date.parse(told?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(now));
  // Who could read it once cannot any more, and can again.
  await show('investor');
  expect([await titles(customer), await titles(investor)]).toEqual([[], ['Report']]);
  expect((await listed(investor)).items[0]?.at).toBe(told?.at);
  await show('customer');
  expect([await titles(customer), await titles(investor)]).toEqual([['Report'], []]);
});

it('has nothing unread from before a person was added or came first', async () => {
  await event('Long before');
  const reader = await portal.signedInAs('newcomer@x.example', 'customer');
  expect((await summary(reader)).unread).toBe(0);
  await event('Before the first visit');
  expect((await summary(reader)).unread).toBe(1);
  await visit(reader);
  expect((await summary(reader)).unread).toBe(0);
  await event('Since then');
  expect((await summary(reader)).unread).toBe(1);
  expect(await titles(reader)).toEqual(['Since then', 'Before the first visit', 'Long before']);
});

it('lists a changed event as changed, with its new time', async () => {
  const reader = await portal.signedInAs('changes@x.example', 'customer');
  const id = await event('Open day');
  await event('Another');
  await admin.authorised('PATCH', `/api/admin/events/${id}`, { body: { place: 'Bonn' } });
  const { items } = await listed(reader);
  expect(items.map(({ title, happening }) => [title, happening])).toEqual([
    ['Open day', 'changed'],
    ['Another', 'added'],
  ]);
  expect(items[0]).toMatchObject({ kind: 'event', subject: id, unread: true });
  // What somebody else did to it is told to who added it.
  const other = await portal.signedInAs('changer@x.example', 'admin');
  await other.authorised('PATCH', `/api/admin/events/${id}`, { body: { place: 'Mainz' } });
  expect([await titles(admin), await titles(other)]).toEqual([['Open day'], ['Another']]);
});

it('lists a restored event for its former author, not for the person who restored it', async () => {
  const id = await event('Open day');
  await admin.authorised('DELETE', `/api/admin/events/${id}`);
  const other = await portal.signedInAs('restorer@x.example', 'admin');
  expect((await other.authorised('POST', `/api/admin/bin/event/${id}/restore`)).status).toBe(204);
  expect([await titles(admin), await titles(other)]).toEqual([['Open day'], []]);
});

it('is read per person up to a mark that never goes back', async () => {
  const [one, two] = [await portal.signedInAs('one@x.example'), await portal.signedInAs('two@x.example')];
  for (const title of ['First', 'Second', 'Third']) await event(title);
  const { items } = await listed(one);
  const [third, second] = items;
  expect((await summary(one)).unread).toBe(3);
  expect((await markRead(one, second?.at ?? '')).status).toBe(204);
  expect((await listed(one)).items.map(({ unread }) => unread)).toEqual([true, false, false]);
  expect((await summary(one)).unread).toBe(1);
  expect((await summary(two)).unread).toBe(3);
  await markRead(one, third?.at ?? '');
  await markRead(one, second?.at ?? '');
  expect((await summary(one)).unread).toBe(0);
  // Later news is unread, even if the mark names a later moment.
  await markRead(one, '2999-01-01T00:00:00.000Z');
  await event('Fourth');
  expect((await summary(one)).unread).toBe(1);
});

it('an opened notification is read for that person, until its subject changes', async () => {
  const [one, two] = [await portal.signedInAs('apart@x.example'), await portal.signedInAs('other-one@x.example')];
  const first = await event('First');
  for (const title of ['Second', 'Third']) await event(title);
  const unread = async (by: TestBrowser) =>
    (await listed(by)).items.filter((each) => each.unread).map(({ title }) => title);
  const follow = (...ids: string[]) => one.authorised('POST', '/api/notifications/read', { body: { ids } });
  expect((await follow(`event:${first}:added`, 'event:none:added')).status).toBe(204);
  expect([await unread(one), await unread(two)]).toEqual([
    ['Third', 'Second'],
    ['Third', 'Second', 'First'],
  ]);
  expect((await summary(one)).unread).toBe(2);
  await admin.authorised('PATCH', `/api/admin/events/${first}`, { body: { place: 'Bonn' } });
  expect(await unread(one)).toEqual(['First', 'Third', 'Second']);
  await follow(`event:${first}:changed`);
  await admin.authorised('PATCH', `/api/admin/events/${first}`, { body: { place: 'Mainz' } });
  expect(await unread(one)).toEqual(['First', 'Third', 'Second']);
  // All of it, and no more is kept of what was read apart.
  await follow(`event:${first}:changed`);
  await markRead(one, new Date().toISOString());
  expect(await unread(one)).toEqual([]);
  const stored = await portal.connection.collection('reading_marks').findOne({ readApart: { $exists: true } });
  expect(stored).toMatchObject({ readApart: [] });
});

it('keeps the newest single marks only, in any order of reading', async () => {
  const reader = await portal.signedInAs('many-apart@x.example');
  await visit(reader);
  await event('Day');
  const [day] = (await listed(reader)).items;
  const marks = portal.connection.collection('reading_marks');
  const at = (place: number) => new Date(Date.parse(day?.at ?? '') - (place + 1) * 1000);
  const old = Array.from({ length: 200 }, (_, place) => ({ id: `event:${place}:added`, at: at(place) }));
  await marks.updateOne({}, { $set: { readApart: old } });
  await reader.authorised('POST', '/api/notifications/read', { body: { ids: [day?.id] } });
  const stored = (await marks.findOne({}))?.readApart.map(({ id }: { id: string }) => id);
  expect(stored).toHaveLength(200);
  expect(stored).toEqual(expect.arrayContaining([day?.id, 'event:0:added', 'event:198:added']));
  const ids = Array.from({ length: 201 }, () => 'x');
  expectProblem(await reader.authorised('POST', '/api/notifications/read', { body: { ids } }), 400, 'validation');
});

it('marks of two tabs are stored once', async () => {
  const reader = await portal.signedInAs('two-tabs@x.example');
  for (let day = 0; day < 3; day += 1) await event(`Day ${day}`);
  const ids = (await listed(reader)).items.map(({ id }) => id);
  const tabs = Array.from({ length: 4 }, () => reader.authorised('POST', '/api/notifications/read', { body: { ids } }));
  for (const { status } of await Promise.all(tabs)) expect(status).toBe(204);
  expect((await portal.connection.collection('reading_marks').findOne({}))?.readApart).toHaveLength(3);
  expect((await summary(reader)).unread).toBe(0);
});

it('is paged, and bounded to 200 of the last 90 days', async () => {
  const reader = await portal.signedInAs('pages@x.example');
  await markRead(reader, '2000-01-01T00:00:00.000Z');
  const now = Date.now();
  await portal.connection.collection('events').insertMany(
    Array.from({ length: 230 }, (_, number) => ({
      title: `Day ${number}`,
      date: new Date('2027-01-01'),
      uid: `uid-${number}`,
      sequence: 0,
      // Several of one moment: the page's end falls among them.
      updatedAt: new Date(now - Math.floor(number / 3) * 1000),
    })),
  );
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof listed>> = await listed(reader, `?limit=70${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(200);
  expect(new Set(seen).size).toBe(200);
  // Counted as far as the bell shows it.
  expect((await summary(reader)).unread).toBe(100);
  await portal.connection.collection('events').updateMany({}, { $set: { updatedAt: new Date(now - 91 * 86_400_000) } });
  await announceAll();
  expect((await listed(reader)).items).toEqual([]);
});

it('ends a visit after half an hour without a sign; several tabs are one visit', async () => {
  const reader = await portal.signedInAs('visits@x.example');
  await visit(reader);
  expect((await summary(reader)).since).toBeNull();
  const first = Date.now();
  moveDate(20 * 60_000);
  await visit(reader);
  expect((await summary(reader)).since).toBeNull();
  moveDate(60 * 60_000);
  await Promise.all([visit(reader), visit(reader), visit(reader)]);
  const { since } = await summary(reader);
  expect(Math.abs(Date.parse(since ?? '') - (first + 20 * 60_000))).toBeLessThan(30_000);
  await visit(reader);
  expect((await summary(reader)).since).toBe(since);
});

it('tells only admins of failed mails and waiting drafts', async () => {
  const now = new Date();
  const mail = { kind: 'x', to: 'x@x.example', data: {}, attempts: 8, createdAt: now, nextAttemptAt: now };
  await portal.connection.collection<{ _id: string; [field: string]: unknown }>('outbox').insertMany([
    { _id: 'a', ...mail, status: 'failed', forgetAt: new Date(now.getTime() + 30 * 86_400_000) },
    { _id: 'b', ...mail, status: 'failed', forgetAt: new Date(now.getTime() + 30 * 86_400_000) },
  ]);
  await release('Draft', { status: 'draft' });
  expect((await listed(admin)).items).toMatchObject([{ kind: 'mail', happening: 'failed' }]);
  expect((await summary(admin)).waiting).toEqual([
    { kind: 'press-release', count: 1 },
    { kind: 'mail', count: 2 },
  ]);
  const investor = await portal.signedInAs('investor2@x.example', 'investor');
  expect(await listed(investor)).toMatchObject({ items: [], nextCursor: null });
  expect((await summary(investor)).waiting).toEqual([]);
});

it('counts waiting records up to 101', async () => {
  const drafts = portal.connection.collection('press_releases');
  const draft = (title: string) => ({ title, content: '', target: [], status: 'draft', date: new Date() });
  const waiting = async () => (await summary(admin)).waiting.map(({ count }) => count);
  await drafts.insertMany(Array.from({ length: 100 }, (_, number) => draft(`${number}`)));
  expect(await waiting()).toEqual([100]);
  await drafts.insertMany([draft('One more'), draft('Two more')]);
  expect(await waiting()).toEqual([101]);
});

it('tells developers about gate results of published releases and about new failures', async () => {
  const developer = await portal.signedInAs('developer@x.example', 'developer');
  await storeRelease(portal.connection, 'mfe-lab', { version: '1.0.0' });
  await portal.connection.collection('releases').updateMany({}, { $set: { publishedBy: 'token mfe-lab/pipeline' } });
  await portal.connection.collection('telemetry_causes').insertOne({
    remote: 'mfe-lab',
    release: '1.0.0-aaaaaaaa',
    component: 'Home',
    phase: 'render',
    reason: 'x is not a function',
    clients: 3,
    firstAt: new Date(),
    lastAt: new Date(),
  });
  expect((await listed(developer)).items.map(({ kind, title }) => [kind, title]).toSorted()).toEqual([
    ['failure', 'Home of mfe-lab'],
    ['release', 'mfe-lab 1.0.0'],
  ]);
  await portal.connection.collection('releases').updateMany({}, { $set: { publishedBy: 'npm start' } });
  await announceAll();
  expect(await titles(developer)).toEqual(['Home of mfe-lab']);
  expect(await titles(await portal.signedInAs('customer2@x.example', 'customer'))).toEqual([]);
});

it('counts refused releases of own remotes and failures of releases in use as waiting for developers', async () => {
  const email = 'waiting@x.example';
  // What pages run is known for three seconds.
  moveDate(10_000);
  const developer = await portal.signedInAs(email, 'developer');
  const releases = portal.connection.collection('releases');
  const refused = (name: string, version: string) =>
    storeRelease(portal.connection, name, { version, gate: { outcome: 'refused', checks: [] } });
  // Published by the person, by a team whose token they made, and by others.
  await refused('mfe-own', '1.0.0');
  await releases.updateOne({ remote: 'mfe-own' }, { $set: { publishedBy: email } });
  await refused('mfe-team', '1.0.0');
  await refused('mfe-foreign', '1.0.0');
  const token = { remote: 'mfe-team', name: 'pipeline', expiresInDays: 1 };
  expect((await developer.authorised('POST', '/api/team-tokens', { body: token })).status).toBe(201);
  const { release } = await storeRelease(portal.connection, 'mfe-lab', { version: '1.0.0' });
  await storeLiveLock(portal.connection, 'a'.repeat(64), [{ remote: 'mfe-lab', release }]);
  const cause = { remote: 'mfe-lab', component: 'Home', phase: 'render', reason: 'x', clients: 1 };
  const seen = { firstAt: new Date(), lastAt: new Date(), confirmedAt: new Date() };
  await portal.connection.collection('telemetry_causes').insertMany([
    { ...cause, ...seen, release },
    { ...cause, ...seen, release: '0.9.0-aaaaaaaa' },
    { ...cause, firstAt: new Date(), lastAt: new Date(), release },
  ]);
  expect((await summary(developer)).waiting).toEqual([
    { kind: 'release', count: 2 },
    { kind: 'failure', count: 1 },
  ]);
  // However much is refused of others.
  const others = Array.from({ length: 201 }, (_, number) => ({
    ...{
      remote: 'mfe-noisy',
      release: `0.0.${number}-aaaaaaaa`,
      version: `0.0.${number}`,
      publishedBy: 'token mfe-noisy/ci',
    },
    ...{ publishedAt: new Date(), gate: { outcome: 'refused', checks: [] } },
  }));
  await releases.insertMany(others);
  expect((await summary(developer)).waiting[0]).toEqual({ kind: 'release', count: 2 });
  // A later release has replaced it, with any outcome.
  await storeRelease(portal.connection, 'mfe-team', { version: '1.0.1' });
  expect((await summary(developer)).waiting[0]).toEqual({ kind: 'release', count: 1 });
  for (const role of ['investor', 'customer'] as const)
    expect((await summary(await portal.signedInAs(`no-work-${role}@x.example`, role))).waiting).toEqual([]);
});

it('handles 200 concurrent calls, also of a person without a mark', async () => {
  const reader = await portal.signedInAs('hasty@x.example');
  await event('Open day');
  const [{ at } = { at: '' }] = (await listed(reader)).items;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => [
      markRead(reader, number % 2 === 0 ? at : '2020-01-01T00:00:00.000Z'),
      reader.authorised('POST', '/api/notifications/visit'),
      reader.get('/api/notifications'),
      reader.get('/api/notifications/summary'),
    ]).flat(),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 200]));
  expect(await portal.connection.collection('reading_marks').countDocuments()).toBe(1);
  expect((await summary(reader)).unread).toBe(0);
});

it('deletes the marks of a deleted person', async () => {
  const email = 'gone@x.example';
  await visit(await portal.signedInAs(email, 'customer'));
  const marks = portal.connection.collection('reading_marks');
  expect(await marks.countDocuments()).toBe(1);
  await admin.authorised('DELETE', `/api/admin/users/${email}`);
  expect(await marks.countDocuments()).toBe(0);
});

it.each([
  {},
  { upTo: 'now' },
  { upTo: '2026-02-30T00:00:00Z' },
  { upTo: { $gt: '' } },
  { upTo: null },
  { ids: [] },
  { ids: 'x' },
])('refuses %j as a mark', async (body) => {
  expectProblem(await admin.authorised('POST', '/api/notifications/read', { body }), 400, 'validation');
});

it('refuses an invalid cursor', async () => {
  for (const cursor of ['abc', 'WzEsMl0', 'WyJ4IiwieCJd'])
    expectProblem(await admin.get(`/api/notifications?cursor=${cursor}`), 400, 'validation');
});
