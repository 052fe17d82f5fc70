import { eventListSchema, eventSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.collection('events').deleteMany({});
});

const add = (body: unknown) => admin.authorised('POST', '/api/admin/events', { body });
const patch = (id: string, body: unknown) => admin.authorised('PATCH', `/api/admin/events/${id}`, { body });
const added = async (body: unknown) => read(await add(body), eventSchema, 201);
const titles = async (query: string) =>
  read(await admin.get(`/api/events${query}`), eventListSchema).items.map(({ title }) => title);

const meeting = {
  title: 'Meeting',
  date: '2026-11-20T23:30:00-05:00',
  end: '2026-11-21T01:00:00-05:00',
  timeZone: 'America/New_York',
  place: 'Room 4, Buffalo',
  url: 'https://meet.example/a?b=c#d',
  audience: ['investor', 'customer'],
};

it('is stored with all fields, each of which can be changed and cleared', async () => {
  const event = await added(meeting);
  const { id } = event;
  const stored = { ...meeting, id, date: '2026-11-21T04:30:00.000Z', end: '2026-11-21T06:00:00.000Z' };
  expect(event).toEqual(stored);
  expect(read(await patch(id, { place: 'Room 5' }), eventSchema)).toEqual({ ...stored, place: 'Room 5' });
  const cleared = { end: null, timeZone: null, place: null, url: null, audience: null };
  expect(read(await patch(id, cleared), eventSchema)).toEqual({ id, title: 'Meeting', date: stored.date });
  expect((await admin.get('/api/events')).body).toEqual({ items: [{ id, title: 'Meeting', date: stored.date }] });
});

it('at midnight UTC in a zone is no whole day, and keeps its time after a change of title', async () => {
  const event = await added({ title: 'Evening', date: '2026-11-20T19:00:00-05:00', timeZone: 'America/New_York' });
  expect(event.date).toBe('2026-11-21T00:00:00.000Z');
  const renamed = read(await patch(event.id, { title: 'Late evening' }), eventSchema);
  expect(renamed).toEqual({ ...event, title: 'Late evening' });
});

it('changes to whole days and back only with consistent fields', async () => {
  const { id } = await added(meeting);
  const refused = async (body: object, field: string) =>
    expect(await patch(id, body)).toMatchObject({ status: 400, body: { errors: [{ path: `body.${field}` }] } });
  await refused({ allDay: true }, 'timeZone');
  await refused({ allDay: true, timeZone: null }, 'date');
  await refused({ date: '2026-11-25T10:00:00Z' }, 'end');
  await refused({ end: '2026-11-20T10:00:00Z' }, 'end');
  await refused({ date: '2026-11-20' }, 'timeZone');
  const days = { allDay: true, timeZone: null, date: '2026-11-20', end: '2026-11-22' };
  expect(read(await patch(id, days), eventSchema)).toMatchObject({
    allDay: true,
    date: '2026-11-20T00:00:00.000Z',
    end: '2026-11-22T00:00:00.000Z',
  });
  await refused({ timeZone: 'Europe/Berlin' }, 'timeZone');
  await refused({ date: '2026-11-23' }, 'end');
  expect((await patch(id, { date: '2026-11-23', end: null })).status).toBe(200);
});

it.each<[string, object, string]>([
  ['an end before the start', { ...meeting, end: '2026-11-20T10:00:00Z' }, 'end'],
  ['an end at the start', { ...meeting, end: meeting.date }, 'end'],
  ['a range over years', { ...meeting, end: '2029-01-01T00:00:00Z' }, 'end'],
  ['an end that does not exist', { ...meeting, end: '2026-02-30' }, 'end'],
  ['an end beyond 9999', { title: 'x', date: '9999-12-31T10:00:00Z', end: '9999-12-31T23:00:00-12:00' }, 'end'],
  ['an unknown zone', { ...meeting, timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['an offset for a zone', { ...meeting, timeZone: '+05:00' }, 'timeZone'],
  ['a zone that breaks its line', { ...meeting, timeZone: 'UTC\r\nX-A:b' }, 'timeZone'],
  ['a zone for a whole day', { title: 'x', date: '2026-11-20', timeZone: 'Europe/Berlin' }, 'timeZone'],
  ['a whole day with a time', { title: 'x', date: '2026-11-20T10:00:00Z', allDay: true }, 'date'],
  ['a link that is none', { ...meeting, url: 'meet.example' }, 'url'],
  ['a link over http', { ...meeting, url: 'http://meet.example/' }, 'url'],
  ['a script', { ...meeting, url: 'javascript:alert(1)' }, 'url'],
  ['a link with a password', { ...meeting, url: 'https://cytocomm.example@evil.example/' }, 'url'],
  ['a link that breaks its line', { ...meeting, url: 'https://meet.example/\r\nX-A:b' }, 'url'],
  ['half a character in a link', { ...meeting, url: 'https://meet.example/\ud83d' }, 'url'],
  ['half a character in a place', { ...meeting, place: '\udc00' }, 'place'],
  ['a place that breaks its line', { ...meeting, place: 'x\nEND:VEVENT' }, 'place'],
  ['an empty place', { ...meeting, place: ' ' }, 'place'],
  ['an empty audience', { ...meeting, audience: [] }, 'audience'],
  ['a role twice', { ...meeting, audience: ['investor', 'investor'] }, 'audience'],
  ['a role that cannot be one', { ...meeting, audience: ['$ne'] }, 'audience'],
  ['an audience of another kind', { ...meeting, audience: { $ne: 'public' } }, 'audience'],
  ['null in a new event', { ...meeting, end: null }, 'end'],
])('%s is refused, and the field is named', async (_what, body, field) => {
  const path = expect.stringMatching(new RegExp(`^body\\.${field}`));
  expect(await add(body)).toMatchObject({ status: 400, body: { code: 'validation', errors: [{ path }] } });
  expect(await portal.connection.collection('events').countDocuments()).toBe(0);
});

it('of whole days is in the list until its last day is over', async () => {
  await added({ title: 'day', date: '2026-11-20' });
  await added({ title: 'morning', date: '2026-11-20T08:00:00Z' });
  expect(await titles('?from=2026-11-20T23:59:59Z')).toEqual(['day']);
  expect(await titles('?from=2026-11-21T00:00:00Z')).toEqual([]);
});

it('is in a limited list, the earliest or the latest first', async () => {
  for (const day of [2, 1, 3]) await added({ title: `${day}`, date: `2026-11-0${day}` });
  expect(await titles('')).toEqual(['1', '2', '3']);
  expect(await titles('?limit=2')).toEqual(['1', '2']);
  expect(await titles('?sort=-date&limit=1&to=2026-11-03')).toEqual(['2']);
  for (const query of ['?limit=0', '?limit=501', '?limit=1&limit=2', '?sort=title'])
    expect((await admin.get(`/api/events${query}`)).status).toBe(400);
});

it('is in the list of a range while it lasts', async () => {
  await added({ title: 'fair', date: '2026-11-18', end: '2026-11-20' });
  await added({ title: 'night', date: '2026-11-20T22:00:00Z', end: '2026-11-21T02:00:00Z' });
  await added({ title: 'noon', date: '2026-11-20T12:00:00Z' });
  expect(await titles('?from=2026-11-20T13:00:00Z')).toEqual(['fair', 'night']);
  expect(await titles('?from=2026-11-21T01:00:00Z')).toEqual(['night']);
  expect(await titles('?from=2026-11-21T02:00:00Z')).toEqual([]);
  expect(await titles('?from=2026-11-20T12:00:00Z&to=2026-11-20T22:00:00Z')).toEqual(['fair', 'noon']);
});

it('never gets invalid times by concurrent changes', async () => {
  const { id } = await added({ title: 'x', date: '2026-11-20T10:00:00Z', end: '2026-11-20T11:00:00Z' });
  const headers = { Authorization: `Bearer ${await admin.token()}` };
  const change = (body: unknown) => admin.call('PATCH', `/api/admin/events/${id}`, { body, headers });
  const answers = await Promise.all([
    change({ date: '2026-11-20T10:30:00Z' }),
    change({ end: '2026-11-20T10:15:00Z' }),
    change({ title: 'y' }),
    change({ audience: ['investor'] }),
  ]);
  const statuses = answers.map(({ status }) => status);
  // One of the first two makes the other one wrong.
  expect(statuses.slice(0, 2).toSorted()).toEqual([200, 400]);
  expect(statuses.slice(2)).toEqual([200, 200]);
  const [stored] = await portal.connection.collection('events').find().toArray();
  expect(stored).toMatchObject({ title: 'y', audience: ['investor'], sequence: 3 });
  expect(stored?.end.getTime()).toBeGreaterThan(stored?.date.getTime());
});

it('is added once per key, and another end under the same key is refused', async () => {
  const headers = { Authorization: `Bearer ${await admin.token()}`, 'Idempotency-Key': 'k' };
  const post = (body: object) => admin.call('POST', '/api/admin/events', { body, headers });
  const answers = await Promise.all([post(meeting), post(meeting), post(meeting)]);
  expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
  expect((await post({ ...meeting, end: '2026-11-21T02:00:00-05:00' })).status).toBe(422);
});
