import {
  adminPressReleaseSchema,
  documentSchema,
  eventSchema,
  notificationPageSchema,
  type Role,
} from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { type LiveListener, listenLive } from '../../testing/live-listener.ts';
import { type EachRole, signInEachRole } from '../../testing/people.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { archiveOf, mintToken, releaseFiles, sendRelease } from '../../testing/releases.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

let portal: TestPortal;
let people: EachRole;
const as = (role: Role) => people.as(role);
const open: LiveListener[] = [];

async function listen(person: TestBrowser, lastEventId?: string, url = portal.url): Promise<LiveListener> {
  const listener = await listenLive(person, url, lastEventId);
  open.push(listener);
  return listener;
}

beforeAll(async () => {
  portal = await startTestPortal();
  people = await signInEachRole(portal);
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(() => portal.stop());

async function addEvent(title = 'Meeting'): Promise<string> {
  const body = { title, date: '2030-01-02T10:00:00Z' };
  return read(await as('admin').authorised('POST', '/api/admin/events', { body }), eventSchema, 201).id;
}

async function addDocument(visibility: string): Promise<string> {
  const pdf = writePdf({ title: 'x', author: 'x', date: new Date(0), sections: [] });
  const body = multipart([
    { name: 'title', value: 'x' },
    { name: 'visibility', value: visibility },
    { name: 'file', value: pdf, fileName: 'x.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await as('admin').authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201).id;
}

async function addRelease(body: object): Promise<string> {
  const text = { title: 'News', content: '<p>x</p>', target: ['public'], ...body };
  return read(
    await as('admin').authorised('POST', '/api/admin/press-releases', { body: text }),
    adminPressReleaseSchema,
    201,
  ).id;
}

const remove = (path: string) => as('admin').authorised('DELETE', path);

/** What each role was told about one record, after a marker has reached all of them. */
async function toldTo(listeners: ReadonlyMap<string, LiveListener>, id: string): Promise<Record<string, string[]>> {
  const marker = await addEvent('marker');
  const eventsByPerson: Record<string, string[]> = {};
  for (const [who, listener] of listeners) {
    await listener.hears({ collection: 'events', id: marker });
    eventsByPerson[who] = listener.heard.flatMap(({ data }) => ('id' in data && data.id === id ? [data.type] : []));
  }
  return eventsByPerson;
}

async function everyone(): Promise<ReadonlyMap<string, LiveListener>> {
  return new Map(await Promise.all([...people].map(async ([role, person]) => [role, await listen(person)] as const)));
}

describe('who may listen', () => {
  it('every signed-in person, and no one else', async () => {
    const visitor = await listen(portal.browser());
    expect(visitor.status).toBe(401);
    const answer = await portal.browser().get('/api/live');
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect((await listen(as('developer'))).status).toBe(200);
  });

  it('gets a stream that is not cached', async () => {
    const answer = await as('investor').call('HEAD', '/api/live');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers['cache-control']).toContain('no-store');
  });
});

describe('what is told to whom', () => {
  it.each([
    ['public', { admin: 2, investor: 2, customer: 2, developer: 2 }],
    ['investor', { admin: 2, investor: 2, customer: 0, developer: 0 }],
    ['customer', { admin: 2, investor: 0, customer: 2, developer: 0 }],
  ])('a document for %s, added and deleted', async (visibility, times) => {
    const listeners = await everyone();
    const id = await addDocument(visibility);
    await remove(`/api/admin/documents/${id}`);
    const eventsByPerson = await toldTo(listeners, id);
    for (const [role, count] of Object.entries(times)) {
      expect(eventsByPerson[role]?.slice(0, 2)).toEqual(['added', 'removed'].slice(0, count));
    }
  });

  it.each([
    ['investor', 'customer', ['admin', 'customer', 'investor']],
    ['customer', 'public', ['admin', 'customer', 'developer', 'investor']],
    ['public', 'investor', ['admin', 'customer', 'developer', 'investor']],
  ])(
    'a document for %s that is for %s now, to those who could read it and those who can',
    async (from, to, hearers) => {
      const id = await addDocument(from);
      const listeners = await everyone();
      const body = { visibility: to };
      expect((await as('admin').authorised('PATCH', `/api/admin/documents/${id}`, { body })).status).toBe(200);
      const eventsByPerson = await toldTo(listeners, id);
      expect(
        Object.keys(eventsByPerson)
          .filter((role) => eventsByPerson[role]?.join() === 'changed')
          .toSorted(),
      ).toEqual(hearers);
    },
  );

  it('the new title of a document, to those who read it', async () => {
    const id = await addDocument('investor');
    const listeners = await everyone();
    const body = { title: 'Another' };
    expect((await as('admin').authorised('PATCH', `/api/admin/documents/${id}`, { body })).status).toBe(200);
    expect(await toldTo(listeners, id)).toEqual({
      admin: ['changed'],
      investor: ['changed'],
      customer: [],
      developer: [],
    });
  });

  it('a press release for investors, on its way from draft to deletion', async () => {
    const listeners = await everyone();
    const id = await addRelease({ target: ['investors'], status: 'draft' });
    const patch = (body: object) => as('admin').authorised('PATCH', `/api/admin/press-releases/${id}`, { body });
    expect(await toldTo(listeners, id)).toEqual({ admin: ['added'], investor: [], customer: [], developer: [] });
    await patch({ status: 'published' });
    await patch({ title: 'Corrected' });
    await patch({ status: 'draft' });
    const eventsByPerson = await toldTo(listeners, id);
    expect(eventsByPerson).toMatchObject({ investor: ['added', 'changed', 'removed'], customer: [], developer: [] });
    expect(eventsByPerson.admin).toHaveLength(4);
  });

  it('a press release that is taken from the public is told to the public', async () => {
    const listeners = await everyone();
    const id = await addRelease({ target: ['public'] });
    await as('admin').authorised('PATCH', `/api/admin/press-releases/${id}`, { body: { target: ['investors'] } });
    await remove(`/api/admin/press-releases/${id}`);
    const eventsByPerson = await toldTo(listeners, id);
    expect(eventsByPerson.customer).toEqual(['added', 'changed']);
    expect(eventsByPerson.investor).toEqual(['added', 'changed', 'removed']);
  });

  it('a scheduled release: nothing before its instant, and then at once', async () => {
    const listeners = await everyone();
    const at = Date.now() + 3000;
    const id = await addRelease({ target: ['public'], publishAt: new Date(at).toISOString() });
    expect(await toldTo(listeners, id)).toMatchObject({ admin: ['added'], investor: [], customer: [] });
    expect(Date.now()).toBeLessThan(at);
    await listeners.get('customer')?.hears({ collection: 'press_releases', id });
    expect(Date.now()).toBeGreaterThanOrEqual(at);
    expect(Date.now()).toBeLessThan(at + 3000);
  });

  it('an event, changed and deleted, to everybody', async () => {
    const listeners = await everyone();
    const id = await addEvent();
    await as('admin').authorised('PATCH', `/api/admin/events/${id}`, { body: { title: 'Other' } });
    await remove(`/api/admin/events/${id}`);
    for (const types of Object.values(await toldTo(listeners, id)))
      expect(types).toEqual(['added', 'changed', 'removed']);
  });

  it('a change of roles to admins and the person, and what only admins see to admins', async () => {
    await portal.person('somebody@x.example', 'customer');
    const listeners = await everyone();
    await as('admin').authorised('PATCH', '/api/admin/users/somebody@x.example', {
      body: { role: 'investor', enable: true },
    });
    await listeners.get('admin')?.hears({ collection: 'users', type: 'changed' });
    await listeners.get('admin')?.hears({ collection: 'audit', id: null });
    await toldTo(listeners, '');
    for (const role of ['investor', 'customer', 'developer']) {
      const collections = listeners
        .get(role)
        ?.heard.map(({ data }) => ('collection' in data ? data.collection : data.type));
      expect(new Set(collections)).toEqual(new Set(['events']));
    }
  });

  it('how far somebody has read, to themselves alone; and that they are here, to no one', async () => {
    const listeners = await everyone();
    const mark = (path: string, body?: object) =>
      as('investor').authorised('POST', `/api/notifications/${path}`, { body });
    await mark('visit');
    await mark('read', { upTo: '2026-01-01T00:00:00.000Z' });
    await addEvent('to be read apart');
    const { items } = read(await as('investor').get('/api/notifications?limit=1'), notificationPageSchema);
    await mark('read', { ids: items.map(({ id }) => id) });
    await toldTo(listeners, '');
    const marks = [...listeners].map(([role, { heard }]) => [
      role,
      heard.filter(({ data }) => 'collection' in data && data.collection === 'reading_marks').length,
    ]);
    expect(Object.fromEntries(marks)).toEqual({ admin: 0, investor: 2, customer: 0, developer: 0 });
  });

  it('a team token, claims and a release, to developers and admins', async () => {
    const listeners = await everyone();
    const { id, token } = await mintToken(as('developer'), 'mfe-lab');
    const body = { claims: { routes: ['/lab'], roles: [], sections: [] }, mayPromote: false };
    await as('admin').authorised('PUT', '/api/remotes/mfe-lab', { body });
    await sendRelease(portal.browser(), 'mfe-lab', token, await archiveOf(await releaseFiles()));
    await as('developer').authorised('DELETE', `/api/team-tokens/${id}`);
    const both = ['added', 'removed'];
    expect(await toldTo(listeners, id)).toEqual({ admin: both, developer: both, investor: [], customer: [] });
    expect(await toldTo(listeners, 'mfe-lab')).toMatchObject({ developer: ['changed'], investor: [] });
    await listeners.get('developer')?.hears({ collection: 'releases', type: 'added' });
  });

  it('is never more than a name, a kind and an id', async () => {
    const listener = await listen(as('admin'));
    await addRelease({ title: 'Secret title', content: '<p>secret words</p>' });
    await listener.hears({ collection: 'press_releases' });
    for (const { data } of listener.heard) expect(Object.keys(data).sort()).toEqual(['collection', 'id', 'type']);
  });
});

describe('coming back', () => {
  it('brings everything that was missed, in order and once', async () => {
    const first = await listen(as('investor'));
    const before = await addEvent('before');
    await first.hears({ id: before });
    first.close();
    const missed = [
      await addEvent('one'),
      await addDocument('investor'),
      await addDocument('customer'),
      await addEvent('two'),
    ];
    const second = await listen(as('investor'), first.lastId());
    const after = await addEvent('three');
    await second.hears({ id: after });
    const ids = second.heard.map(({ data }) => ('id' in data ? data.id : data.type));
    expect(ids).toEqual([missed[0], missed[1], missed[3], after]);
  });

  it('loses nothing even when nothing had been told before', async () => {
    const first = await listen(as('investor'));
    expect(first.heard).toEqual([]);
    expect(first.lastId()).not.toBe('');
    first.close();
    const missed = await addEvent();
    const second = await listen(as('investor'), first.lastId());
    await second.hears({ id: missed });
    expect(second.heard).toHaveLength(1);
  });

  it('works at another process, also for what happened before that one was started', async () => {
    const first = await listen(as('investor'));
    first.close();
    const missed = await addEvent('before the other process');
    const other = await portal.another();
    try {
      const second = await listen(as('investor'), first.lastId(), other.url);
      await second.hears({ id: missed });
      const now = await addEvent('made at the first process');
      await second.hears({ id: now });
      expect(second.heard.map(({ data }) => 'id' in data && data.id)).toEqual([missed, now]);
      const back = await listen(as('investor'), second.lastId());
      const last = await addEvent('heard at the first again');
      await back.hears({ id: last });
      expect(back.heard).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it.each(['nonsense', '0', 'ff'.repeat(400), '$gt', '00000000000000000', '{"_data":"00"}'])(
    'from an unknown position (%.20s) resets, and continues',
    async (place) => {
      const listener = await listen(as('investor'), place);
      if (place !== 'ff'.repeat(400)) await listener.hears({ type: 'reset' });
      expect(listener.status).toBe(200);
      const id = await addEvent();
      if (place !== 'ff'.repeat(400)) await listener.hears({ id });
    },
  );
});

it('a stream that was opened in a preview stays in it when the admin’s roles change, and ends with the right to it', async () => {
  const admin = await portal.signedInAs('previewing@x.example', 'admin');
  const stream = await listenLive(admin, portal.url, undefined, { 'Preview-As': 'customer' });
  open.push(stream);
  const role = (name: string, enable: boolean) =>
    as('admin').authorised('PATCH', '/api/admin/users/previewing@x.example', { body: { role: name, enable } });
  await role('customer', true);
  await stream.hears({ collection: 'users', type: 'changed' });
  const [hidden, shown] = [await addDocument('investor'), await addDocument('customer')];
  await stream.hears({ id: shown });
  expect(stream.heard.map(({ data }) => ('id' in data ? data.id : ''))).not.toContain(hidden);
  await role('admin', false);
  await until('the end of the stream', () => stream.isOver());
});

describe('the end of a stream', () => {
  it('comes with the end of the session: signed out, signed out elsewhere, deleted', async () => {
    for (const end of [
      async (person: TestBrowser) => person.post('/api/auth/logout'),
      async (person: TestBrowser) => person.post('/api/auth/logout-everywhere'),
      async () => remove('/api/admin/users/leaving@x.example'),
    ]) {
      const person = await portal.signedInAs('leaving@x.example', 'investor');
      const listener = await listen(person);
      await end(person);
      await until('the end of the stream', () => listener.isOver());
      const count = listener.heard.length;
      await addEvent('after the end');
      expect(listener.heard).toHaveLength(count);
      expect((await listen(person)).status).toBe(401);
      await remove('/api/admin/users/leaving@x.example');
    }
  });

  it('does not come with another session of the same person', async () => {
    const [here, there] = [
      await portal.signedInAs('twice@x.example', 'investor'),
      await portal.signedIn('twice@x.example'),
    ];
    const [stays, goes] = [await listen(here), await listen(there)];
    await there.post('/api/auth/logout');
    await until('the end of the other stream', () => goes.isOver());
    const id = await addEvent();
    await stays.hears({ id });
    expect(stays.isOver()).toBe(false);
  });

  it('a role that is taken away or given counts for the next event', async () => {
    const person = await portal.signedInAs('changing@x.example', 'customer');
    const listener = await listen(person);
    const role = (name: string, enable: boolean) =>
      as('admin').authorised('PATCH', '/api/admin/users/changing@x.example', { body: { role: name, enable } });
    const before = await addDocument('investor');
    await role('investor', true);
    const during = await addDocument('investor');
    await listener.hears({ collection: 'users', type: 'changed' });
    await listener.hears({ id: during });
    await role('investor', false);
    const after = await addDocument('investor');
    const marker = await addEvent();
    await listener.hears({ id: marker });
    const ids = listener.heard.map(({ data }) => ('id' in data ? data.id : ''));
    expect(ids).not.toContain(before);
    expect(ids).not.toContain(after);
  });
});

it('a hundred listeners all hear of an event', async () => {
  const sessions = await Promise.all(
    Array.from({ length: 10 }, (_, i) => portal.signedInAs(`one-of-many-${i}@x.example`, 'customer')),
  );
  const listeners = await Promise.all(sessions.flatMap((person) => Array.from({ length: 10 }, () => listen(person))));
  const id = await addEvent();
  await Promise.all(listeners.map((listener) => listener.hears({ id })));
});

it('the streams end when the process is asked to', async () => {
  const other = await portal.another();
  const listener = await listen(as('investor'), undefined, other.url);
  other.api.endStreams();
  await until('the end of the stream', () => listener.isOver());
  await other.stop();
});
