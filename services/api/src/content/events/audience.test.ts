import { calendarLinkSchema, type EventAudience, eventListSchema, eventSchema, type Role } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { listenLive } from '../../testing/live-listener.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
const people = new Map<string, TestBrowser>();
const ROLES = ['investor', 'customer', 'developer'] as const;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  people.set('admin', admin);
  for (const role of ROLES) people.set(role, await portal.signedInAs(`${role}@x.example`, role));
  people.set('member', await portal.signedInAs('member@x.example'));
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.collection('events').deleteMany({});
});

function as(who: string): TestBrowser {
  const person = people.get(who);
  if (person === undefined) throw new Error(`unknown person: ${who}`);
  return person;
}

const add = async (title: string, audience?: EventAudience) => {
  const body = { title, date: '2099-01-02T10:00:00Z', ...(audience && { audience }) };
  return read(await admin.authorised('POST', '/api/admin/events', { body }), eventSchema, 201).id;
};
const patch = (id: string, body: object) => admin.authorised('PATCH', `/api/admin/events/${id}`, { body });
const remove = (id: string) => admin.authorised('DELETE', `/api/admin/events/${id}`);
const listOf = async (person: TestBrowser, headers: Record<string, string> = {}) =>
  read(await person.get('/api/events', { headers }), eventListSchema).items;
const titlesOf = async (person: TestBrowser, headers?: Record<string, string>) =>
  (await listOf(person, headers)).map(({ title }) => title);

async function addOneOfEach(): Promise<void> {
  await add('all');
  await add('world', 'public');
  await add('board', ['investor']);
  await add('labs', ['customer', 'developer']);
  await add('admins', ['admin']);
}

describe('the list', () => {
  it.each([
    ['admin', ['all', 'world', 'board', 'labs', 'admins']],
    ['investor', ['all', 'world', 'board']],
    ['customer', ['all', 'world', 'labs']],
    ['developer', ['all', 'world', 'labs']],
    ['member', ['all', 'world']],
  ])('of %s has %s', async (who, titles) => {
    await addOneOfEach();
    expect(await titlesOf(as(who))).toEqual(titles);
  });

  it('follows the role in a preview, and shows audiences to admins only', async () => {
    await addOneOfEach();
    expect(await titlesOf(admin, { 'Preview-As': 'customer' })).toEqual(['all', 'world', 'labs']);
    expect((await listOf(admin)).map(({ audience }) => audience)).toEqual([
      undefined,
      'public',
      ['investor'],
      ['customer', 'developer'],
      ['admin'],
    ]);
    for (const items of [await listOf(as('investor')), await listOf(admin, { 'Preview-As': 'investor' })])
      for (const event of items) expect(event).not.toHaveProperty('audience');
  });

  it('follows changes of roles on the next call', async () => {
    await addOneOfEach();
    const person = await portal.signedInAs('moving@x.example', 'customer');
    const role = (name: string, enable: boolean) =>
      admin.authorised('PATCH', '/api/admin/users/moving@x.example', { body: { role: name, enable } });
    await role('investor', true);
    expect(await titlesOf(person)).toEqual(['all', 'world', 'board', 'labs']);
    await role('customer', false);
    expect(await titlesOf(person)).toEqual(['all', 'world', 'board']);
  });

  it('hides an event by id, too, from others', async () => {
    const id = await add('board', ['investor']);
    const one = (who: string) => as(who).get(`/api/events/${id}`);
    expect((await one('admin')).body).toMatchObject({ id, audience: ['investor'] });
    expect((await one('investor')).body).toEqual({ id, title: 'board', date: '2099-01-02T10:00:00.000Z' });
    for (const other of ['customer', 'developer', 'member'])
      expect(await one(other)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect((await portal.browser().get(`/api/events/${id}`)).status).toBe(401);
    for (const unknown of ['f'.repeat(24), 'x', '%00', 'public%2e'])
      expect([400, 404]).toContain((await admin.get(`/api/events/${unknown}`)).status);
  });

  it('has records without an audience', async () => {
    const before = { title: 'old', date: new Date('2099-01-01'), uid: 'u', sequence: 0, updatedAt: new Date(0) };
    await portal.connection.collection('events').insertOne(before);
    for (const who of people.keys()) {
      expect(await listOf(as(who))).toEqual([
        { id: expect.any(String), title: 'old', date: '2099-01-01T00:00:00.000Z' },
      ]);
    }
    expect((await portal.browser().get('/api/events/public')).body).toEqual({ items: [] });
  });
});

describe('public events', () => {
  it('are readable without sign-in, as a list and by calendar programs', async () => {
    await addOneOfEach();
    const stranger = portal.browser();
    const list = await stranger.get('/api/events/public');
    expect(read(list, eventListSchema).items).toEqual([
      { id: expect.any(String), title: 'world', date: '2099-01-02T10:00:00.000Z' },
    ]);
    expect(list.headers['cache-control']).toBe('public, no-cache');
    const feed = await stranger.get('/api/events/public.ics', { as: 'bare' });
    expect(feed.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, no-cache',
    });
    expect(feed.text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:world']);
    expect((await stranger.get('/api/events')).status).toBe(401);
  });

  it('are the same for admins, for shared caches', async () => {
    await addOneOfEach();
    expect((await admin.get('/api/events/public')).text).toBe((await portal.browser().get('/api/events/public')).text);
    expect((await admin.get('/api/events/public.ics')).text).not.toContain('board');
  });

  it.each(['/api/events/public', '/api/events/public.ics'])(
    'is not sent again while nothing has changed: %s',
    async (path) => {
      const id = await add('world', 'public');
      const { headers } = await portal.browser().get(path);
      const conditional = { headers: { 'If-None-Match': String(headers.etag) } };
      await add('board', ['investor']);
      expect(await portal.browser().get(path, conditional)).toMatchObject({ status: 304, text: '' });
      await patch(id, { audience: ['investor'] });
      const { status, text } = await portal.browser().get(path, conditional);
      expect([status, text.includes('world')]).toEqual([200, false]);
    },
  );

  it('are limited in number, and by a range', async () => {
    const day = (index: number) => new Date(Date.UTC(2090, 0, 1) + index * 3600_000);
    await portal.connection.collection('events').insertMany(
      Array.from({ length: 700 }, (_, index) => ({
        title: `e${index}`,
        date: day(index),
        audience: ['public'],
        uid: `u${index}`,
        sequence: 0,
        updatedAt: new Date(0),
      })),
    );
    const stranger = portal.browser();
    expect(read(await stranger.get('/api/events/public'), eventListSchema).items).toHaveLength(500);
    expect((await stranger.get('/api/events/public.ics')).text.match(/BEGIN:VEVENT/g)).toHaveLength(500);
    const late = read(await stranger.get(`/api/events/public?from=${day(600).toISOString()}`), eventListSchema).items;
    expect([late.length, late[0]?.title]).toEqual([100, 'e600']);
    for (const query of ['?limit=1', '?from=x', '?audience=investor', '?from=1&from=2'])
      expect((await stranger.get(`/api/events/public${query}`)).status).toBe(400);
  });
});

it('the private feed has the events that its owner may currently see', async () => {
  await addOneOfEach();
  const person = await portal.signedInAs('feed@x.example', 'customer');
  const { url } = read(await person.authorised('POST', '/api/events/subscription'), calendarLinkSchema);
  const titles = async () => (await portal.browser().get(url, { as: 'bare' })).text.match(/(?<=SUMMARY:).*/g);
  expect(await titles()).toEqual(['all', 'world', 'labs']);
  const roles = (...list: Role[]) =>
    portal.connection.collection('users').updateOne({ email: 'feed@x.example' }, { $set: { roles: list } });
  await roles('investor');
  expect(await titles()).toEqual(['all', 'world', 'board']);
  await roles();
  expect(await titles()).toEqual(['all', 'world']);
  await roles('admin');
  expect(await titles()).toEqual(['all', 'world', 'board', 'labs', 'admins']);
});

describe('live', () => {
  /** Returns what each was told about a record while something was done, after a marker has reached everybody. */
  async function audiences(run: () => Promise<string>): Promise<Record<string, string[]>> {
    const listeners = new Map(
      await Promise.all([...people].map(async ([who, person]) => [who, await listenLive(person, portal.url)] as const)),
    );
    const id = await run();
    const marker = await add('marker');
    const received: Record<string, string[]> = {};
    for (const [who, listener] of listeners) {
      await listener.hears({ collection: 'events', id: marker });
      const events = listener.heard.flatMap(({ data }) => ('id' in data && data.collection === 'events' ? [data] : []));
      expect(events.at(-1)?.id).toBe(marker);
      // Nothing else of events was told, under no id.
      expect(events.filter((event) => event.id !== id && event.id !== marker)).toEqual([]);
      received[who] = events.filter((event) => event.id === id).map(({ type }) => type);
      listener.close();
    }
    return received;
  }
  const everything = ['added', 'changed', 'removed'];

  it('an event for investors, added, changed and deleted, reaches investors and admins', async () => {
    const received = await audiences(async () => {
      const id = await add('board', ['investor']);
      await patch(id, { title: 'Board meeting' });
      await remove(id);
      return id;
    });
    expect(received).toEqual({ admin: everything, investor: everything, customer: [], developer: [], member: [] });
  });

  it('a change of the audience reaches those who could see it before, and those who can after', async () => {
    let id = '';
    const moved = await audiences(async () => {
      id = await add('moved', ['investor']);
      await patch(id, { audience: ['customer'] });
      return id;
    });
    expect(moved).toMatchObject({ investor: ['added', 'changed'], customer: ['changed'], developer: [] });
    const opened = await audiences(async () => {
      await patch(id, { audience: 'public' });
      await patch(id, { audience: ['admin'] });
      await patch(id, { title: 'Secret' });
      await remove(id);
      return id;
    });
    expect(opened.customer).toEqual(['changed', 'changed']);
    expect(opened.admin).toEqual(['changed', 'changed', 'changed', 'removed']);
  });
});
