import { eventPageSchema, eventSchema, type NewEvent, problemSchema } from '@cytocomm/contract';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
const ids = new Map<string, string>();

const PATH = '/api/admin/events';
const HOUR_MS = 3_600_000;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const today = () => new Date().toISOString().slice(0, 10);

const add = async (event: NewEvent) => {
  const { id } = read(await admin.authorised('POST', PATH, { body: event }), eventSchema, 201);
  ids.set(event.title, id);
  return id;
};
const patch = (id: string, body: object) => admin.authorised('PATCH', `${PATH}/${id}`, { body });

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('ada@x.example', 'admin');
  await add({ title: 'Über figures', date: '2020-05-01', place: 'Zürich (hall 2)', audience: 'public' });
  await add({ title: 'board', date: '2020-04-01T09:00:00Z', end: '2020-04-01T11:00:00Z', audience: ['investor'] });
  await add({ title: 'Now on', date: fromNow(-2), end: fromNow(2), audience: ['investor', 'customer'] });
  await add({ title: 'All day', date: today() });
  await add({ title: 'Board again', date: '2999-01-01T09:00:00Z', place: 'Lake Placid', audience: ['investor'] });
});
afterAll(() => portal.stop());

async function titles(query: string): Promise<readonly string[]> {
  return read(await admin.get(`${PATH}?${query}`), eventPageSchema).items.map(({ title }) => title);
}

const PAST = ['board', 'Über figures'];
const UPCOMING = ['All day', 'Board again', 'Now on'];

it.each<[string, readonly string[]]>([
  ['sort=title', ['All day', 'board', 'Board again', 'Now on', 'Über figures']],
  ['sort=-title', ['Über figures', 'Now on', 'Board again', 'board', 'All day']],
  ['when=past', PAST],
  ['when=past&sort=-date', PAST.toReversed()],
  ['when=upcoming&sort=title', UPCOMING],
  ['audience=public', ['Über figures']],
  ['audience=signed_in', ['All day']],
  ['audience=investor&sort=title', ['board', 'Board again', 'Now on']],
  ['audience=customer', ['Now on']],
  ['audience=admin', []],
  ['allDay=true', ['Über figures', 'All day']],
  ['allDay=false&when=past', ['board']],
  ['search=BOARD&sort=-title', ['Board again', 'board']],
  ['search=uber', ['Über figures']],
  ['search=zurich%20hall', ['Über figures']],
  ['search=pla&when=upcoming', ['Board again']],
  ['search=bo%20ag', ['Board again']],
  ['search=oa', []],
  ['search=.*', []],
])('?%s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

it('finds marks in any of their forms', async () => {
  const id = await add({ title: 'Investors’ day 2030–2031', date: '2030-01-01' });
  for (const search of ["Investors' day", 'investors’', '2030-2031', 'day\u00a02030—'])
    expect(await titles(new URLSearchParams({ search }).toString())).toEqual(['Investors’ day 2030–2031']);
  await admin.authorised('DELETE', `${PATH}/${id}`);
});

it('goes on behind a title as long as titles may be, in any script', async () => {
  const first = await add({ title: `가${'각'.repeat(199)}`, date: '2020-01-01' });
  const last = await add({ title: `힣${'각'.repeat(199)}`, date: '2020-01-01' });
  const { nextCursor } = read(await admin.get(`${PATH}?sort=-title&limit=1`), eventPageSchema);
  expect(nextCursor?.length).toBeGreaterThan(500);
  expect((await admin.get(`${PATH}?sort=-title&limit=1&cursor=${nextCursor}`)).status).toBe(200);
  for (const id of [first, last]) expect((await admin.authorised('DELETE', `${PATH}/${id}`)).status).toBe(204);
});

it('an event is found by what it is called, and stands where it is, after each change', async () => {
  const id = await add({ title: 'Before', date: '2020-01-01', place: 'Here' });
  await patch(id, { title: 'After', place: null });
  expect([await titles('search=before'), await titles('search=here'), await titles('search=after')]).toEqual([
    ...[[], [], ['After']],
  ]);
  await patch(id, { date: '2999-05-01T10:00:00Z' });
  expect([await titles('search=after&when=past'), await titles('search=after&when=upcoming&allDay=false')]).toEqual([
    ...[[], ['After']],
  ]);
  await patch(id, { audience: ['customer'] });
  expect([await titles('search=after&audience=signed_in'), await titles('search=after&audience=customer')]).toEqual([
    ...[[], ['After']],
  ]);
  await admin.authorised('DELETE', `${PATH}/${id}`);
  expect(await titles('search=after')).toEqual([]);
  await admin.authorised('POST', `/api/admin/bin/event/${id}/restore`);
  expect(await titles('search=after')).toEqual(['After']);
  await admin.authorised('DELETE', `${PATH}/${id}`);
});

it('reads one event, with whom it is for', async () => {
  const id = ids.get('board') ?? '';
  expect(read(await admin.get(`${PATH}/${id}`), eventSchema)).toMatchObject({ title: 'board', audience: ['investor'] });
  expectProblem(await admin.get(`${PATH}/${'f'.repeat(24)}`), 404, 'not-found');
  expectProblem(await admin.get(`${PATH}/x`), 400, 'validation');
});

it.each([
  ['sort', 'sort=place'],
  ['when', 'when=now'],
  ['audience', 'audience=No%20role'],
  ['audience', 'audience[$ne]=public'],
  ['allDay', 'allDay=1'],
  ['limit', 'limit=101'],
  ['search', `search=${'a'.repeat(201)}`],
  ['cursor', 'cursor=$'],
])('names the field %s of ?%s', async (field, query) => {
  const problem = read(await admin.get(`${PATH}?${query}`), problemSchema, 400);
  expect(JSON.stringify(problem)).toContain(field);
});

it('has every event that is filtered as a file', async () => {
  const { text } = await admin.get(`${PATH}.csv?when=past&sort=date`);
  expect(text.replace('\ufeff', '').trimEnd().split('\r\n').slice(1)).toEqual([
    'board,2020-04-01T09:00:00.000Z,2020-04-01T11:00:00.000Z,no,,,,investor,',
    'Über figures,2020-05-01,,yes,,Zürich (hall 2),,public,',
  ]);
});

describe('where the reader’s day is another than that by UTC', () => {
  const DAY_MS = 24 * HOUR_MS;
  const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  beforeAll(async () => {
    await add({ title: 'Zonal yesterday', date: dayFromNow(-1), audience: ['developer'] });
    await add({ title: 'Zonal today', date: today(), audience: ['developer'] });
    await add({ title: 'Zonal hour', date: fromNow(-1), end: fromNow(1), audience: ['developer'] });
  });

  it.each([
    ['', ['Zonal yesterday']],
    [`&today=${dayFromNow(0)}`, ['Zonal yesterday']],
    [`&today=${dayFromNow(-1)}`, []],
    [`&today=${dayFromNow(1)}`, ['Zonal today', 'Zonal yesterday']],
  ])('when=past%s', async (day, past) => {
    const all = ['Zonal hour', 'Zonal today', 'Zonal yesterday'];
    const upcoming = all.filter((title) => !past.includes(title));
    for (const query of ['search=zonal', 'audience=developer', 'audience=developer&sort=title']) {
      expect((await titles(`${query}&when=past${day}`)).toSorted()).toEqual(past);
      expect((await titles(`${query}&when=upcoming${day}`)).toSorted()).toEqual(upcoming);
    }
    const many = await titles(`when=past&limit=100${day}`);
    expect(many.filter((title) => title.startsWith('Zonal')).toSorted()).toEqual(past);
  });

  it.each(['today', '2026-02-30', '2026-01-01T00:00:00Z', '2026-1-1'])('refuses the day %s', async (day) => {
    expectProblem(await admin.get(`${PATH}?when=past&today=${day}`), 400, 'validation');
  });
});
