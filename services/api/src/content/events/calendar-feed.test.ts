import { calendarLinkSchema, calendarLinkStateSchema, type Role } from '@cytocomm/contract';
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

let count = 0;
async function somebody(...roles: Role[]): Promise<{ email: string; person: TestBrowser }> {
  count += 1;
  const email = `person-${count}@x.example`;
  return { email, person: await portal.signedInAs(email, ...roles) };
}

const subscribe = async (person: TestBrowser) =>
  read(await person.authorised('POST', '/api/events/subscription'), calendarLinkSchema).url;
const current = async (person: TestBrowser) =>
  read(await person.get('/api/events/subscription'), calendarLinkStateSchema);
const revoke = (person: TestBrowser) => person.authorised('DELETE', '/api/events/subscription');
/** As a calendar program reads: no cookie, no Origin. */
const readFeed = (url: string, headers: Record<string, string> = {}) =>
  portal.browser().get(url, { as: 'bare', headers });
const addEvent = async (title: string, date: string) =>
  String(((await admin.authorised('POST', '/api/admin/events', { body: { title, date } })).body as { id: string }).id);
const changeEvent = (id: string, body: object) => admin.authorised('PATCH', `/api/admin/events/${id}`, { body });

/** The properties of each event of a feed, its folded lines put together. */
function eventsOf(feed: string): Readonly<Record<string, string>>[] {
  const [, ...events] = feed.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
  return events.map((event) =>
    Object.fromEntries(
      (event.split('END:VEVENT')[0] ?? '')
        .split('\r\n')
        .filter((line) => line !== '')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    ),
  );
}

describe('the feed', () => {
  it('is iCalendar: whole days, moments, titles that need escaping and folding', async () => {
    const long = `Meeting, "quoted"; back\\slash — ${'年報'.repeat(60)}`;
    await addEvent('Annual general meeting', '2026-11-20');
    await addEvent(long, '2026-11-21T15:30:00+02:00');
    const { person } = await somebody('investor');
    const answer = await readFeed(await subscribe(person));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:.+\r\n/);
    expect(answer.text).toMatch(/END:VEVENT\r\nEND:VCALENDAR\r\n$/);
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of answer.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(eventsOf(answer.text)).toMatchObject([
      { SUMMARY: 'Annual general meeting', 'DTSTART;VALUE=DATE': '20261120', SEQUENCE: '0' },
      {
        SUMMARY: long.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll(';', '\\;'),
        DTSTART: '20261121T133000Z',
        DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      },
    ]);
  });

  it('holds the latest 2,000 of more events', async () => {
    const now = Date.now();
    const [day, uid] = [24 * 3600 * 1000, Array.from({ length: 2010 }, (_, index) => `u${index}`)];
    await portal.connection
      .collection('events')
      .insertMany([
        { title: 'long ago', date: new Date(now - 400 * day), uid: 'ago', sequence: 0, updatedAt: new Date(0) },
        { title: 'in a year', date: new Date(now + 400 * day), uid: 'later', sequence: 0, updatedAt: new Date(0) },
        ...uid.map((uid) => ({ title: uid, date: new Date(now + day), uid, sequence: 0, updatedAt: new Date(0) })),
      ]);
    const { person } = await somebody('investor');
    const listed = eventsOf((await readFeed(await subscribe(person))).text);
    expect([listed.length, listed.at(-1)?.SUMMARY]).toEqual([2000, 'in a year']);
    expect(listed.map(({ SUMMARY }) => SUMMARY)).not.toContain('long ago');
  });

  it('is a calendar without events too', async () => {
    const { person } = await somebody();
    const { status, text } = await readFeed(await subscribe(person));
    expect(status).toBe(200);
    expect(eventsOf(text)).toEqual([]);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n(?:.+\r\n)+END:VCALENDAR\r\n$/);
  });

  it('names an event by the same UID for everybody and after every change, with a growing SEQUENCE', async () => {
    const id = await addEvent('Meeting', '2026-11-20');
    const other = await addEvent('Other', '2026-11-21');
    const [first, second] = [await somebody('investor'), await somebody('customer')];
    const url = await subscribe(first.person);
    const [before, stays] = eventsOf((await readFeed(url)).text);
    await changeEvent(id, { title: 'Annual meeting' });
    await changeEvent(id, { date: '2026-11-20T10:00:00Z' });
    const [after, stayed] = eventsOf((await readFeed(url)).text);
    expect(before?.UID).toMatch(/^\S{8,}$/);
    expect(after).toMatchObject({
      UID: before?.UID,
      SEQUENCE: '2',
      SUMMARY: 'Annual meeting',
      DTSTART: '20261120T100000Z',
    });
    expect(stayed).toEqual(stays);
    expect(stays?.UID).not.toBe(before?.UID);
    expect(eventsOf((await readFeed(await subscribe(second.person))).text)).toEqual([after, stayed]);
    await admin.authorised('DELETE', `/api/admin/events/${other}`);
    expect(eventsOf((await readFeed(url)).text)).toEqual([after]);
  });

  it('is not sent again while nothing has changed', async () => {
    const id = await addEvent('Meeting', '2026-11-20');
    const { person } = await somebody('investor');
    const url = await subscribe(person);
    const { headers } = await readFeed(url);
    const conditional = { 'If-None-Match': String(headers.etag) };
    const unchanged = await readFeed(url, conditional);
    expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', headers.etag]);
    const head = await portal.browser().call('HEAD', url, { as: 'bare' });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag]);
    await changeEvent(id, { title: 'Annual meeting' });
    expect((await readFeed(url, conditional)).status).toBe(200);
    await revoke(person);
    expect((await readFeed(url, conditional)).status).toBe(404);
  });
});

describe('the private address', () => {
  const refused = { status: 404, body: { code: 'not-found' } };

  it('is shown to its owner while it is active', async () => {
    const { person } = await somebody();
    expect(await current(person)).toEqual({ url: null, createdAt: null, lastReadAt: null });
    const url = await subscribe(person);
    expect(url).toMatch(new RegExp(`^${portal.url}/api/events\\.ics\\?token=[\\w.-]{60,}$`));
    expect(await current(person)).toEqual({ url, createdAt: expect.any(String), lastReadAt: null });
    expect((await revoke(person)).status).toBe(204);
    expect(await current(person)).toEqual({ url: null, createdAt: null, lastReadAt: null });
    expect(await revoke(person)).toMatchObject(refused);
  });

  it('is replaced by a new one and revoked by DELETE, without an effect on others', async () => {
    const [mine, other] = [await somebody('investor'), await somebody('investor')];
    const others = await subscribe(other.person);
    const first = await subscribe(mine.person);
    const second = await subscribe(mine.person);
    expect(new Set([others, first, second]).size).toBe(3);
    expect(await readFeed(first)).toMatchObject(refused);
    expect((await readFeed(second)).status).toBe(200);
    await revoke(mine.person);
    expect(await readFeed(second)).toMatchObject(refused);
    expect((await readFeed(others)).status).toBe(200);
  });

  it('leaves one active after many concurrent requests', async () => {
    const { person } = await somebody('investor');
    const headers = { Authorization: `Bearer ${await person.token()}` };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.post('/api/events/subscription', undefined, { headers })),
    );
    const urls = answers.map((answer) => read(answer, calendarLinkSchema).url);
    const statuses = await Promise.all(urls.map(async (url) => (await readFeed(url)).status));
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(404)]);
  });

  it('ends with its person, and does not come back with the same e-mail', async () => {
    const { email, person } = await somebody('investor');
    const url = await subscribe(person);
    expect((await readFeed(url)).status).toBe(200);
    const [, token = ''] = url.split('token=');
    expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
    expect(await readFeed(url)).toMatchObject(refused);
    const linkId = token.split('.')[0];
    expect(await portal.connection.collection('calendar_links').countDocuments({ linkId })).toBe(0);
    const again = await portal.signedInAs(email, 'investor');
    expect(await current(again)).toEqual({ url: null, createdAt: null, lastReadAt: null });
    expect(await readFeed(url)).toMatchObject(refused);
  });

  it('ends with its person even when the record of the address is left behind', async () => {
    const { email, person } = await somebody('investor');
    const url = await subscribe(person);
    await portal.connection.collection('users').deleteOne({ email });
    expect(await readFeed(url)).toMatchObject(refused);
  });

  it('outlives a signed-out session, and a role that was taken', async () => {
    const { email, person } = await somebody('investor');
    const url = await subscribe(person);
    await portal.connection.collection('users').updateOne({ email }, { $set: { roles: [] } });
    expect((await person.post('/api/auth/logout')).status).toBe(204);
    expect((await readFeed(url)).status).toBe(200);
  });

  it('opens nothing else', async () => {
    const { person } = await somebody('investor');
    const [, token = ''] = (await subscribe(person)).split('token=');
    const bearer = { headers: { Authorization: `Bearer ${token}` } };
    expect((await portal.browser().get('/api/events', bearer)).status).toBe(401);
    expect((await portal.browser().get(`/api/events?token=${token}`)).status).toBe(401);
    expect((await portal.browser().post('/api/events/subscription', undefined, bearer)).status).toBe(401);
  });

  it('is not in the records: who reads them cannot make one', async () => {
    const { person } = await somebody('investor');
    const [, token = ''] = (await subscribe(person)).split('token=');
    const records = JSON.stringify(await portal.connection.collection('calendar_links').find().toArray());
    const [linkId = '', seal = ''] = token.split('.');
    expect(records).toContain(linkId);
    expect(records).not.toContain(seal);
    expect(await readFeed(`/api/events.ics?token=${linkId}`)).toMatchObject(refused);
    expect(await readFeed(`/api/events.ics?token=${linkId}.`)).toMatchObject(refused);
  });

  it('is not that of another portal', async () => {
    const { person } = await somebody('investor');
    const stranger = await portal.another({ TOKEN_SECRET: 'another-secret-of-another-portal-entirely' });
    const path = (await subscribe(person)).slice(portal.url.length);
    expect((await portal.browser(stranger.url).get(path)).status).toBe(404);
    expect((await portal.browser().get(path)).status).toBe(200);
  });

  it('does not work when a single character is another one', async () => {
    const { person } = await somebody('investor');
    const url = await subscribe(person);
    const at = url.indexOf('token=') + 'token='.length;
    for (const place of [at, at + 21, at + 22, at + 23, url.length - 2]) {
      const other = url[place] === 'A' ? 'B' : 'A';
      expect(await readFeed(url.slice(0, place) + other + url.slice(place + 1))).toMatchObject(refused);
    }
    for (const more of ['A', '.', '.A', '%00', '%20', '%F0%9F%92%A9'])
      expect(await readFeed(url + more)).toMatchObject(refused);
  });

  it.each([
    ['no token', ''],
    ['an empty token', '?token='],
    ['an endless token', `?token=${'x'.repeat(5000)}`],
    ['an operator', '?token[$ne]=x'],
    ['two tokens', '?token=a&token=b'],
  ])('is 400 with %s', async (_what, query) => {
    expect(await readFeed(`/api/events.ics${query}`)).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  it('takes no notice of what others append to it', async () => {
    const { person } = await somebody('investor');
    expect((await readFeed(`${await subscribe(person)}&nocache=1&fbclid[]=x`)).status).toBe(200);
    expect((await readFeed('/api/events/public.ics?nocache=1')).status).toBe(200);
    expect(await readFeed('/api/events?nocache=1')).toMatchObject({ status: 401 });
  });

  it('is for people who are signed in, and a change needs the ID token', async () => {
    const visitor = portal.browser();
    const { person } = await somebody('investor');
    const url = await subscribe(person);
    expect((await visitor.get('/api/events/subscription')).status).toBe(401);
    for (const browser of [visitor, person]) {
      expect((await browser.post('/api/events/subscription')).status).toBe(401);
      expect((await browser.call('DELETE', '/api/events/subscription')).status).toBe(401);
    }
    expect((await readFeed(url)).status).toBe(200);
  });
});
