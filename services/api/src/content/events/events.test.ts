import { type CalendarEvent, eventListSchema, eventSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
let reader: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  reader = await portal.signedInAs('member@x.example');
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.collection('events').deleteMany({});
});

const add = (body: unknown, browser = admin) => browser.authorised('POST', '/api/admin/events', { body });
const patch = (id: string, body: unknown, browser = admin) =>
  browser.authorised('PATCH', `/api/admin/events/${id}`, { body });
const remove = (id: string, browser = admin) => browser.authorised('DELETE', `/api/admin/events/${id}`);
const added = async (body: unknown) => read(await add(body), eventSchema, 201);
const list = async (query = '') => read(await reader.get(`/api/events${query}`), eventListSchema).items;
const stored = () => portal.connection.collection('events').find().toArray();
const UNKNOWN_ID = 'f'.repeat(24);

describe('an event', () => {
  it('is added by an admin and read by everybody signed in, with or without a role', async () => {
    const answer = await add({ title: ' Board meeting ', date: '2026-11-20T15:30:00+02:00' });
    const event = read(answer, eventSchema, 201);
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: 'Board meeting',
      date: '2026-11-20T13:30:00.000Z',
    });
    for (const role of ['investor', 'customer', 'developer', 'admin'] as const) {
      const browser = await portal.signedInAs(`${role}-reads@x.example`, role);
      expect((await browser.get('/api/events')).body).toEqual({ items: [event] });
    }
    const listed = await reader.get('/api/events');
    expect(listed.body).toEqual({ items: [event] });
    expect(listed.headers['cache-control']).toBe('no-store');
  });

  it('is changed by field, with a new sequence each time', async () => {
    const { id } = await added({ title: 'Meeting', date: '2026-11-20' });
    const [before] = await stored();
    expect(read(await patch(id, { title: 'Annual meeting' }), eventSchema)).toEqual({
      id,
      title: 'Annual meeting',
      date: '2026-11-20T00:00:00.000Z',
    });
    expect(read(await patch(id, { date: '2026-11-21T09:00:00Z' }), eventSchema)).toEqual({
      id,
      title: 'Annual meeting',
      date: '2026-11-21T09:00:00.000Z',
    });
    const [after] = await stored();
    expect([before?.sequence, after?.sequence]).toEqual([0, 2]);
    expect(after?.uid).toBe(before?.uid);
    expect(await list()).toEqual([{ id, title: 'Annual meeting', date: '2026-11-21T09:00:00.000Z' }]);
  });

  it('loses no concurrent change', async () => {
    const { id } = await added({ title: 'Meeting', date: '2026-11-20' });
    const headers = { Authorization: `Bearer ${await admin.token()}` };
    const change = (body: unknown) => admin.call('PATCH', `/api/admin/events/${id}`, { body, headers });
    const answers = await Promise.all([
      ...Array.from({ length: 9 }, (_, place) => change({ title: `Title ${place}` })),
      change({ date: '2027-01-02' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await stored()).toMatchObject([{ sequence: 10, date: new Date('2027-01-02') }]);
  });

  it('is deleted, once', async () => {
    const { id } = await added({ title: 'Meeting', date: '2026-11-20' });
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await list()).toEqual([]);
    for (const again of [await remove(id), await patch(id, { title: 'Again' })]) {
      expect(again).toMatchObject({ status: 404, body: { code: 'not-found' } });
    }
  });

  it('that is changed during its deletion is restored with the change', async () => {
    const headers = { Authorization: `Bearer ${await admin.token()}` };
    for (let round = 0; round < 10; round += 1) {
      const { id } = await added({ title: 'Meeting', date: '2026-11-20' });
      const call = (method: string, body?: unknown) => admin.call(method, `/api/admin/events/${id}`, { body, headers });
      const [change, deletion] = await Promise.all([call('PATCH', { title: 'Annual meeting' }), call('DELETE')]);
      expect(deletion.status).toBe(204);
      expect((await admin.authorised('POST', `/api/admin/bin/event/${id}/restore`)).status).toBe(204);
      const title = change.status === 200 ? 'Annual meeting' : 'Meeting';
      expect(read(await admin.get(`/api/admin/events/${id}`), eventSchema).title).toBe(title);
    }
  });

  it('has its history in the audit trail', async () => {
    const { id } = await added({ title: 'Meeting', date: '2026-11-20' });
    await patch(id, { title: 'Annual meeting' });
    await remove(id);
    const { items } = (await admin.get(`/api/admin/audit?subject=${id}`)).body as { items: object[] };
    expect(items).toMatchObject([
      { action: 'event.deleted', actor: 'admin@x.example', detail: { title: 'Annual meeting' } },
      { action: 'event.changed', actor: 'admin@x.example', detail: { title: 'Annual meeting' } },
      { action: 'event.created', actor: 'admin@x.example', detail: { title: 'Meeting' } },
    ]);
  });
});

describe('the list', () => {
  const titles = (events: readonly CalendarEvent[]) => events.map(({ title }) => title);

  it('is ordered by date and limited by a range', async () => {
    for (const [title, date] of [
      ['c', '2026-03-01T00:00:00Z'],
      ['a', '2026-01-01'],
      ['d', '2026-03-01T10:00:00+01:00'],
      ['b', '2026-02-28T23:59:59.999Z'],
    ]) {
      await added({ title, date });
    }
    expect(titles(await list())).toEqual(['a', 'b', 'c', 'd']);
    expect(titles(await list('?from=2026-03-01'))).toEqual(['c', 'd']);
    expect(titles(await list('?to=2026-03-01'))).toEqual(['a', 'b']);
    expect(titles(await list('?from=2026-01-02&to=2026-03-01T09:00:00Z'))).toEqual(['b', 'c']);
    expect(titles(await list('?from=2027-01-01&to=2026-01-01'))).toEqual([]);
  });

  it.each(['from=2026-02-30', 'from=x', 'from=', 'from[$gt]=2026-01-01', 'to=1&to=2', 'limit=0'])(
    'refuses %s',
    async (query) => {
      expect(await reader.get(`/api/events?${query}`)).toMatchObject({ status: 400, body: { code: 'validation' } });
    },
  );
});

describe('invalid events', () => {
  const date = '2026-11-20';
  it.each([
    ['no title', { date }],
    ['no date', { title: 'x' }],
    ['an empty title', { title: ' \t ', date }],
    ['a title of 10,000 characters', { title: 'x'.repeat(10_000), date }],
    ['a title that breaks out of its line', { title: 'x\r\nEND:VEVENT', date }],
    ['half a character', { title: '\ud83d', date }],
    ['a title that is no text', { title: { $gt: '' }, date }],
    ['a date that does not exist', { title: 'x', date: '2026-02-29' }],
    ['a 31st of April', { title: 'x', date: '2026-04-31T10:00:00Z' }],
    ['an hour that does not exist', { title: 'x', date: '2026-04-30T25:00:00Z' }],
    ['a date without a time zone', { title: 'x', date: '2026-04-30T10:00:00' }],
    ['a date of another form', { title: 'x', date: '20.11.2026' }],
    ['a date as a number', { title: 'x', date: 1_790_000_000_000 }],
    ['a year before Christ', { title: 'x', date: '0000-01-01T00:00:00+12:00' }],
    ['a year beyond 9999', { title: 'x', date: '9999-12-31T23:59:59-12:00' }],
    ['an empty audience', { title: 'x', date, audience: [] }],
    ['an unknown field', { title: 'x', date, sequence: 7 }],
    ['an id', { title: 'x', date, _id: UNKNOWN_ID }],
    ['a list', [{ title: 'x', date }]],
    ['nothing', null],
  ])('%s', async (_what, body) => {
    expect((await add(body)).status).toBe(400);
    expect(await stored()).toEqual([]);
    const { id } = await added({ title: 'Kept', date });
    if (typeof body !== 'object' || body === null || Object.keys(body).length < 2) return;
    expect(await patch(id, body)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await stored()).toMatchObject([{ title: 'Kept', sequence: 0 }]);
  });

  it('an event without an audience has none instead of null, and the answer names the field', async () => {
    const answer = await add({ title: 'x', date, audience: null });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'body.audience' }] } });
  });

  it('a prototype, a change of nothing, and ids that are none', async () => {
    const { id } = await added({ title: 'Kept', date });
    expect((await add(`{"title":"x","date":"${date}","__proto__":{"a":1}}`)).status).toBe(400);
    expect((await add('{')).body).toMatchObject({ status: 400, code: 'bad-json' });
    expect((await add({ title: 'x'.repeat(70_000), date })).status).toBe(413);
    expect((await patch(id, {})).status).toBe(400);
    for (const bad of ['1', 'x'.repeat(24), id.toUpperCase().replace(/^./, 'G'), '%00', '[$ne]']) {
      expect((await patch(bad, { title: 'x' })).status).toBe(400);
      expect((await remove(bad)).status).toBe(400);
    }
    expect(await list()).toMatchObject([{ id, title: 'Kept' }]);
  });

  it('accepts the longest title, a leap day, and titles that look like markup', async () => {
    const title = `${'年'.repeat(197)}<b>`;
    expect(await added({ title, date: '2028-02-29' })).toMatchObject({ title, date: '2028-02-29T00:00:00.000Z' });
  });
});

describe('who may', () => {
  it('change anything: admins only, for ids that exist and ids that are guessed', async () => {
    const { id } = await added({ title: 'Kept', date: '2026-11-20' });
    const others = [
      await portal.signedInAs('all-but-admin@x.example', 'investor', 'customer', 'developer'),
      await portal.signedInAs('one@x.example', 'investor'),
      reader,
    ];
    for (const browser of others) {
      for (const place of [id, UNKNOWN_ID]) {
        const answers = [
          await add({ title: 'x', date: '2026-11-20' }, browser),
          await patch(place, { title: 'x' }, browser),
          await remove(place, browser),
        ];
        expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      }
    }
    expect(await list()).toEqual([{ id, title: 'Kept', date: '2026-11-20T00:00:00.000Z' }]);
  });

  it('requires a session; a cookie alone is not enough', async () => {
    const { id } = await added({ title: 'Kept', date: '2026-11-20' });
    const visitor = portal.browser();
    expect((await visitor.get('/api/events')).status).toBe(401);
    for (const browser of [visitor, admin]) {
      const answers = [
        await browser.post('/api/admin/events', { title: 'x', date: '2026-11-20' }),
        await browser.call('PATCH', `/api/admin/events/${id}`, { body: { title: 'x' } }),
        await browser.call('DELETE', `/api/admin/events/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    }
    expect(await list()).toHaveLength(1);
  });

  it('a former admin cannot change events', async () => {
    const former = await portal.signedInAs('former@x.example', 'admin');
    const headers = { Authorization: `Bearer ${await former.token()}` };
    const call = () => former.post('/api/admin/events', { title: 'x', date: '2026-11-20' }, { headers });
    expect((await call()).status).toBe(201);
    await portal.connection.collection('users').updateOne({ email: 'former@x.example' }, { $set: { roles: [] } });
    expect((await call()).status).toBe(403);
    expect(await stored()).toHaveLength(1);
  });
});
