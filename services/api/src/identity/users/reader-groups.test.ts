import {
  alertAudienceSchema,
  auditPageSchema,
  calendarLinkSchema,
  documentPageSchema,
  eventSchema,
  groupListSchema,
  notificationSummarySchema,
  readerCountSchema,
} from '@cytocomm/contract';
import { z } from 'zod';
import { outboxModel } from '../../platform/mail/model.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { listenLive, watchChanges } from '../../testing/live-listener.ts';
import { drawPicture, uploadTo } from '../../testing/pictures.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { addDocument, MULTIPART, multipart } from '../../testing/uploads.ts';

/** Two with the same role: one is in the group, one in another. */
const MEMBER = 'member@x.example';
const OTHER = 'other@x.example';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
let changesSeen: () => Promise<void>;
let member: TestBrowser;
let other: TestBrowser;
beforeAll(async () => {
  changesSeen = await watchChanges(portal, admin);
  member = await portal.signedInAs(MEMBER, 'investor');
  other = await portal.signedInAs(OTHER, 'investor');
  await group(MEMBER, 'series-a', true);
  await group(OTHER, 'series-b', true);
  for (const person of [member, other])
    await person.authorised('PUT', '/api/alerts/preferences', { body: { newReport: true, investorNews: true } });
});

async function group(email: string, name: string, enable: boolean): Promise<void> {
  const path = `/api/admin/users/${email}/groups`;
  const { status, text } = await admin.authorised('PATCH', path, { body: { group: name, enable } });
  if (status !== 200) throw new Error(`${status} ${text}`);
}

const document = (title: string, fields: Readonly<Record<string, string>> = {}) =>
  addDocument(admin, { title, visibility: 'investor', groups: 'series-a', ...fields });

const releaseSchema = z.object({
  id: z.string(),
  etag: z.string(),
  target: z.array(z.string()),
  groups: z.array(z.string()).optional(),
  status: z.string(),
  mailing: z.string(),
});
const text = { content: '<p>Text</p>', target: ['investors'], groups: ['series-a'] };
const release = async (title: string, fields: object = {}) =>
  read(
    await admin.authorised('POST', '/api/admin/press-releases', { body: { title, ...text, ...fields } }),
    releaseSchema,
    201,
  );
const change = (id: string, body: object) => admin.authorised('PATCH', `/api/admin/press-releases/${id}`, { body });

const event = async (title: string, fields: object = { audience: ['investor'], groups: ['series-a'] }) => {
  const body = { title, date: '2099-01-02T10:00:00Z', ...fields };
  return read(await admin.authorised('POST', '/api/admin/events', { body }), eventSchema, 201);
};

const titled = z.object({ items: z.array(z.object({ title: z.string() })) });
const titlesAt = async (person: TestBrowser, path: string, headers: Record<string, string> = {}) =>
  read(await person.get(path, { headers }), titled).items.map(({ title }) => title);

describe('what is for a group and what is for all', () => {
  beforeAll(async () => {
    const pending = [document('Narrow document'), release('Narrow release'), event('Narrow event')];
    await Promise.all([
      ...pending,
      document('Wide narrow', { groups: '' }),
      release('Wide narrow', { groups: [] }),
      event('Wide narrow', { audience: ['investor'] }),
    ]);
  });
  afterAll(async () => {
    for (const name of ['documents', 'press_releases', 'events']) await portal.connection.collection(name).deleteMany();
  });

  describe.each([
    ['the list of documents', '/api/documents?limit=100'],
    ['a search of documents', '/api/documents?search=narrow'],
    ['documents of a visibility, by title', '/api/documents?visibility=investor&sort=title'],
    ['the list of reports', '/api/reports'],
    ['investors’ releases', '/api/press-releases?target=investors'],
    ['the list of events', '/api/events'],
    ['the latest events', '/api/events?sort=-date&limit=5'],
    ['notifications', '/api/notifications'],
    ['the search of everything', '/api/search?q=narrow'],
  ])('%s', (_, path) => {
    it('has what is for a group for people in it and admins, and what is for none for all who may read it', async () => {
      const [ofMember, ofOther, ofAdmin] = await Promise.all([
        titlesAt(member, path),
        titlesAt(other, path),
        // No one is told of what they made themselves.
        path === '/api/notifications' ? ['Narrow'] : titlesAt(admin, path),
      ]);
      expect(ofMember.filter((title) => title.startsWith('Narrow')).length).toBeGreaterThan(0);
      expect(ofMember.length).toBeGreaterThan(ofOther.length);
      expect(new Set(ofOther)).toEqual(new Set(['Wide narrow']));
      expect(ofAdmin.filter((title) => title.startsWith('Narrow')).length).toBeGreaterThan(0);
    });

    it('is in a preview what most who hold the role see: those in no group', async () => {
      for (const title of await titlesAt(admin, path, { 'Preview-As': 'investor' })) expect(title).toBe('Wide narrow');
    });

    it('follows a group that is given or taken, on the next call', async () => {
      await group(OTHER, 'series-a', true);
      expect((await titlesAt(other, path)).some((title) => title.startsWith('Narrow'))).toBe(true);
      await group(OTHER, 'series-a', false);
      expect((await titlesAt(other, path)).some((title) => title.startsWith('Narrow'))).toBe(false);
    });
  });
});

it('one record by its id is 404 for those who do not read it, as an unknown one is', async () => {
  const paths = [
    `${(await document('Single')).url}`,
    `/api/press-releases/${(await release('Single')).id}`,
    `/api/events/${(await event('Single')).id}`,
    `/api/events/${(await event('For all signed in of a group', { groups: ['series-a'] })).id}`,
  ];
  for (const path of paths) {
    expect([path, (await member.get(path)).status]).toEqual([path, 200]);
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    const refused = await other.get(path);
    const unknown = await other.get(path.replace(/[0-9a-f]{24}/, 'f'.repeat(24)));
    expect([path, refused.status, unknown.status]).toEqual([path, 404, 404]);
    expect(refused.body).toMatchObject({ code: 'not-found', detail: Reflect.get(Object(unknown.body), 'detail') });
    expect([401, 404]).toContain((await portal.browser().get(path)).status);
    expect((await admin.get(path, { headers: { 'Preview-As': 'investor' } })).status).toBe(404);
    const range = { headers: { Range: 'bytes=0-1', 'If-None-Match': '*' } };
    expect((await other.get(path, range)).status).toBe(404);
  }
});

it('groups are named to admins alone', async () => {
  await document('Named');
  await release('Named');
  await event('Named');
  for (const path of ['/api/documents', '/api/press-releases?target=investors', '/api/events']) {
    expect((await member.get(path)).text).not.toContain('series-a');
  }
  for (const path of ['/api/documents', '/api/admin/press-releases', '/api/admin/events'])
    expect((await admin.get(path)).text).toContain('"groups":["series-a"]');
  expect((await member.get(`/api/users/${MEMBER}`)).text).not.toContain('series-a');
  expect((await admin.get(`/api/users/${MEMBER}`)).body).toMatchObject({ groups: ['series-a'] });
});

it('public lists and feeds have nothing that is for a group', async () => {
  await document('Hidden');
  await release('Hidden');
  await event('Hidden', { groups: ['series-a'] });
  for (const path of [
    '/api/documents',
    '/api/press-releases',
    '/api/press-releases/feed.xml',
    '/api/events/public',
    '/api/events/public.ics',
  ])
    for (const person of [portal.browser(), member]) {
      const { status, text: body } = await person.get(path);
      expect([path, status]).toEqual([path, 200]);
      if (person !== member || !path.startsWith('/api/documents')) expect(body).not.toContain('Hidden');
    }
});

it('a private calendar has what its owner reads now', async () => {
  await event('Board meeting', { groups: ['board'] });
  const { url } = read(await member.authorised('POST', '/api/events/subscription'), calendarLinkSchema);
  const feed = async () => (await portal.browser().get(url, { as: 'bare' })).text;
  expect(await feed()).not.toContain('Board meeting');
  await group(MEMBER, 'board', true);
  expect(await feed()).toContain('Board meeting');
  await group(MEMBER, 'board', false);
  expect(await feed()).not.toContain('Board meeting');
});

it('unread notifications are those of what one reads', async () => {
  const unread = async (person: TestBrowser) => {
    await changesSeen();
    return read(await person.get('/api/notifications/summary'), notificationSummarySchema).unread;
  };
  const [before, beforeMember] = [await unread(other), await unread(member)];
  await document('Counted');
  expect([await unread(other), await unread(member)]).toEqual([before, beforeMember + 1]);
});

describe('live', () => {
  /** Returns the events that both got about some records, after a marker. */
  async function eventsOf(run: () => Promise<readonly string[]>) {
    const [ofMember, ofOther] = await Promise.all([member, other].map((person) => listenLive(person, portal.url)));
    if (ofMember === undefined || ofOther === undefined) throw new Error('no stream');
    const ids = await run();
    const marker = await event('marker', {});
    const types = await Promise.all(
      [ofMember, ofOther].map(async (listener) => {
        await listener.hears({ id: marker.id });
        listener.close();
        return listener.heard.flatMap(({ data }) => ('id' in data && ids.includes(String(data.id)) ? [data.type] : []));
      }),
    );
    return { member: types[0], other: types[1] };
  }

  it('what is added, changed and deleted for a group is told to its members only', async () => {
    const events = await eventsOf(async () => {
      const [doc, news, day] = [await document('Live'), await release('Live'), await event('Live')];
      await admin.authorised('PATCH', `/api/admin/documents/${doc.id}`, { body: { title: 'Live again' } });
      await change(news.id, { title: 'Live again' });
      await admin.authorised('PATCH', `/api/admin/events/${day.id}`, { body: { title: 'Live again' } });
      await admin.authorised('DELETE', `/api/admin/documents/${doc.id}`);
      await admin.authorised('DELETE', `/api/admin/press-releases/${news.id}`);
      await admin.authorised('DELETE', `/api/admin/events/${day.id}`);
      return [doc.id, news.id, day.id];
    });
    expect(events.other).toEqual([]);
    expect(events.member?.filter((type) => type === 'removed')).toHaveLength(3);
    expect(events.member?.filter((type) => type === 'added')).toHaveLength(3);
  });

  it('what is narrowed is told once to those who could read it, and not after', async () => {
    const events = await eventsOf(async () => {
      const doc = await document('Wide', { groups: '' });
      const news = await release('Wide', { groups: [] });
      const day = await event('Wide', { audience: ['investor'] });
      for (const body of [{ groups: ['series-a'] }, { title: 'Narrow now' }]) {
        await admin.authorised('PATCH', `/api/admin/documents/${doc.id}`, { body });
        await change(news.id, body);
        await admin.authorised('PATCH', `/api/admin/events/${day.id}`, { body });
      }
      return [doc.id, news.id, day.id];
    });
    expect(events.other).toEqual(['added', 'added', 'added', 'changed', 'changed', 'changed']);
    expect(events.member).toHaveLength(9);
  });

  it('a group that is taken while a stream is open counts from the next change on, and is told to that person', async () => {
    await group(OTHER, 'series-a', true);
    const stream = await listenLive(other, portal.url);
    const first = await document('Before');
    await stream.hears({ id: first.id });
    await group(OTHER, 'series-a', false);
    await stream.hears({ collection: 'users', type: 'changed' });
    const after = await document('After');
    const marker = await event('marker', {});
    await stream.hears({ id: marker.id });
    expect(stream.heard.some(({ data }) => 'id' in data && data.id === after.id)).toBe(false);
    stream.close();
    // Nor is it made up for when a browser comes back.
    const back = await listenLive(other, portal.url, stream.heard[0]?.id);
    await back.hears({ id: marker.id });
    expect(back.heard.some(({ data }) => 'id' in data && data.id === after.id)).toBe(false);
    back.close();
  });
});

describe('mails', () => {
  it('of a release go to those who read it', async () => {
    const news = await release('Mailed release', { sendEmail: true });
    await until('the mail', async () => (await portal.mailsTo(MEMBER)).length === 1);
    expect(await outboxModel(portal.connection).distinct('to', { kind: 'press-release' })).toEqual([MEMBER]);
    const state = read(await admin.get(`/api/admin/press-releases/${news.id}`), z.object({ recipients: z.number() }));
    expect(state.recipients).toBe(1);
  });

  it('that are queued do not go to people who left the group since', async () => {
    const leaver = 'leaver@x.example';
    const person = await portal.signedInAs(leaver, 'investor');
    await group(leaver, 'leaving', true);
    await person.authorised('PUT', '/api/alerts/preferences', { body: { newReport: true, investorNews: true } });
    const news = await release('Left release', { groups: ['leaving'] });
    await group(leaver, 'leaving', false);
    const user = await portal.connection.collection('users').findOne({ email: leaver });
    const member = { kind: 'member', id: String(user?._id) };
    const rows = outboxModel(portal.connection);
    await rows.create({
      ...{ _id: 'late release', to: leaver, kind: 'press-release', data: { releaseId: news.id, member } },
      ...{ status: 'waiting', attempts: 0, createdAt: new Date(), nextAttemptAt: new Date() },
    });
    await until('it to be dropped', async () => (await rows.countDocuments({ to: leaver, status: 'dropped' })) === 1);
    expect((await portal.mailsTo(leaver)).filter(({ subject }) => subject.includes('Left'))).toEqual([]);
    await admin.authorised('DELETE', `/api/admin/users/${leaver}`);
  });

  it('as many are announced as get one', async () => {
    const count = async (query: string) =>
      read(await admin.get(`/api/admin/alerts/audience?topics=new-report,investor-news${query}`), alertAudienceSchema)
        .recipients;
    expect(await count('')).toBe(2);
    expect(await count('&groups=series-a')).toBe(1);
    expect(await count('&groups=none')).toBe(0);
  });
});

it('a picture of a release is for its readers', async () => {
  const uploaded = await uploadTo(admin, await drawPicture(40, 40).jpeg().toBuffer());
  const { url: src } = read(uploaded, z.object({ url: z.string() }), 201);
  await release('With a picture', { content: `<p>Text</p><img src="${src}" alt="A cell">` });
  const picture = async (person: TestBrowser) => (await person.get(src)).status;
  expect([await picture(member), await picture(admin)]).toEqual([200, 200]);
  expect([await picture(other), await picture(portal.browser())]).toEqual([404, 404]);
});

describe('what is public', () => {
  const problem = { status: 400, body: { errors: [{ path: 'body.groups', message: expect.any(String) }] } };

  it('has no groups: a change to some is refused, with the name of the field', async () => {
    await expect(document('Public', { visibility: 'public' })).rejects.toThrow(/got 400.*body\.groups/);
    const body = { title: 'Public', ...text, target: ['public', 'investors'] };
    expect(await admin.authorised('POST', '/api/admin/press-releases', { body })).toMatchObject(problem);
    const day = { title: 'Public', date: '2099-01-02', audience: 'public', groups: ['series-a'] };
    expect(await admin.authorised('POST', '/api/admin/events', { body: day })).toMatchObject(problem);
  });

  it('nor does anything with groups become public', async () => {
    const doc = await document('Stays');
    const news = await release('Stays');
    const day = await event('Stays');
    const path = `/api/admin/documents/${doc.id}`;
    expect(await admin.authorised('PATCH', path, { body: { visibility: 'public' } })).toMatchObject(problem);
    expect(await change(news.id, { target: ['public'] })).toMatchObject(problem);
    const events = `/api/admin/events/${day.id}`;
    expect(await admin.authorised('PATCH', events, { body: { audience: 'public' } })).toMatchObject(problem);
    for (const each of [doc.url, `/api/press-releases/${news.id}`])
      expect((await portal.browser().get(each)).status).toBe(404);
    expect((await admin.authorised('PATCH', path, { body: { visibility: 'public', groups: [] } })).status).toBe(200);
    expect((await portal.browser().get(doc.url)).status).toBe(200);
  });
});

describe('a text beside a release that is out', () => {
  const saveText = async ({ id, etag }: { readonly id: string; readonly etag: string }, body: object) => {
    const path = `/api/admin/press-releases/${id}/text`;
    const saved = { title: 'More', content: '<p>More</p>', sendEmail: false, publishAt: null, ...body };
    const answer = await admin.authorised('PUT', path, { headers: { 'If-Match': etag }, body: saved });
    expect(answer.status).toBe(200);
  };
  const published = { title: 'More', content: '<p>More</p>', status: 'published' };

  it.each([
    ['with targets', { ...published, target: ['investors'] }],
    ['without', published],
  ])('that was narrowed to a group stays so, published by a page that knows no groups: %s', async (_, body) => {
    const news = await release('Narrowed', { groups: [] });
    await saveText(news, { target: ['investors'], groups: ['series-a'] });
    expect(await change(news.id, body)).toMatchObject({ status: 200, body: { groups: ['series-a'] } });
    const path = `/api/press-releases/${news.id}`;
    expect([(await member.get(path)).status, (await other.get(path)).status]).toEqual([200, 404]);
  });

  it.each([
    ['a title', { title: 'Spelt well' }],
    ['a text with targets', { ...published, target: ['investors'] }],
  ])('that is for more people widens nothing unless it is said: %s', async (_, body) => {
    const news = await release('Widened');
    await saveText(news, { target: ['public'], groups: [] });
    expect(await change(news.id, body)).toMatchObject({ status: 200, body: { groups: ['series-a'] } });
    expect((await other.get(`/api/press-releases/${news.id}`)).status).toBe(404);
  });
});

it('what comes back from the bin is for whom it was', async () => {
  const doc = await document('Binned');
  const day = await event('Binned');
  const news = await release('Binned');
  for (const path of [`documents/${doc.id}`, `events/${day.id}`, `press-releases/${news.id}`])
    expect((await admin.authorised('DELETE', `/api/admin/${path}`)).status).toBe(204);
  expect((await member.get(doc.url)).status).toBe(404);
  const binned = z.object({ items: z.array(z.object({ kind: z.string(), id: z.string(), title: z.string() })) });
  const { items } = read(await admin.get('/api/admin/bin?limit=100'), binned);
  for (const { kind, id } of items.filter(({ title }) => title === 'Binned'))
    expect((await admin.authorised('POST', `/api/admin/bin/${kind}/${id}/restore`)).status).toBeLessThan(300);
  for (const path of [doc.url, `/api/events/${day.id}`, `/api/press-releases/${news.id}`]) {
    expect([path, (await member.get(path)).status]).toEqual([path, 200]);
    expect([path, (await other.get(path)).status]).toEqual([path, 404]);
  }
});

it('files for spreadsheets name the groups, and the trail names each change', async () => {
  const doc = await document('In a file');
  await admin.authorised('PATCH', `/api/admin/documents/${doc.id}`, { body: { groups: ['series-b', 'board'] } });
  await event('In a file');
  await release('In a file');
  expect((await admin.get('/api/admin/documents.csv')).text).toContain('board;series-b');
  for (const name of ['events', 'press-releases'])
    expect((await admin.get(`/api/admin/${name}.csv`)).text).toMatch(/In a file.*series-a/);
  const { items } = read(await admin.get(`/api/admin/audit?subject=${doc.id}`), auditPageSchema);
  expect(items[0]?.detail).toMatchObject({ groups: 'series-b, board', formerGroups: 'series-a' });
});

describe('the groups of people', () => {
  const put = (email: string, body: unknown) => admin.authorised('PATCH', `/api/admin/users/${email}/groups`, { body });

  it.each([
    { group: { $gt: '' }, enable: true },
    { group: 'a/b', enable: true },
    { group: 'a' },
    { group: 'a', enable: true, roles: ['admin'] },
  ])('%j is refused', async (body) => {
    expect((await put(MEMBER, body)).status).toBe(400);
  });

  it('are those of people there are, at most 10, also when several are given at once', async () => {
    expect((await put('unknown@x.example', { group: 'a', enable: true })).status).toBe(404);
    await portal.person('many@x.example', 'investor');
    const all = Array.from({ length: 11 }, (_, place) => `g${place}`);
    // Some at once do not overwrite each other; all of them could overtake one of them too often.
    const join = (names: readonly string[]) =>
      Promise.all(names.map((name) => put('many@x.example', { group: name, enable: true })));
    const answers = [...(await join(all.slice(0, 6))), ...(await join(all.slice(6)))];
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 409]);
    const { body } = await admin.get('/api/users/many@x.example');
    expect(Reflect.get(Object(body), 'groups')).toHaveLength(10);
  });

  it('are given to somebody who is added, each once and no more than a person has', async () => {
    const add = (groups: readonly string[]) =>
      admin.authorised('POST', '/api/admin/users', { body: { email: 'added@x.example', roles: ['customer'], groups } });
    for (const groups of [['a', 'a'], ['a/b'], Array.from({ length: 11 }, (_, place) => `g${place}`)])
      expect((await add(groups)).status).toBe(400);
    expect((await add(['pilot', 'lab'])).body).toMatchObject({ email: 'added@x.example', groups: ['lab', 'pilot'] });
    const { body } = await admin.get('/api/users/added@x.example');
    expect(body).toMatchObject({ groups: ['lab', 'pilot'] });
  });

  it('stand in the list, the filter, the counts and the trail', async () => {
    const list = await admin.get('/api/admin/users?group=series-b');
    expect(list.body).toMatchObject([{ email: OTHER, groups: ['series-b'] }]);
    expect((await admin.get('/api/admin/users?group=Series%20B')).status).toBe(400);
    const { items } = read(await admin.get('/api/admin/groups'), groupListSchema);
    expect(items).toContainEqual({ name: 'series-b', people: 1 });
    const count = async (query: string) =>
      read(await admin.get(`/api/admin/groups/readers?${query}`), readerCountSchema).people;
    expect(await count('groups=series-a,series-b&roles=investor')).toBe(2);
    expect(await count('groups=series-b&roles=customer')).toBe(0);
    const trail = read(await admin.get(`/api/admin/audit?subject=${OTHER}&action=group.joined`), auditPageSchema).items;
    expect(trail.at(-1)?.detail).toEqual({ group: 'series-b' });
  });

  it('bound whom an invitation of a list is for', async () => {
    await portal.person('invited@x.example', 'investor');
    await portal.person('uninvited@x.example', 'investor');
    await put('invited@x.example', { group: 'invited', enable: true });
    const path = '/api/admin/users/invitations?group=invited';
    expect((await admin.authorised('POST', path)).body).toMatchObject({ invited: 1, skipped: 0 });
    const rows = await outboxModel(portal.connection).find({ kind: 'invitation' }).lean();
    expect(rows.map(({ to }) => to)).toEqual(['invited@x.example']);
  });

  it('come with an import and leave with an export', async () => {
    const file = 'email,roles,groups\nnew@x.example,investor,Series C; board\nbad@x.example,investor,!!!\n';
    const body = multipart([{ name: 'file', value: Buffer.from(file), fileName: 'people.csv' }]);
    const headers = { 'Content-Type': MULTIPART };
    const { body: told } = await admin.authorised('POST', '/api/admin/users/import', { headers, body });
    expect(told).toMatchObject({ counts: { added: 1, refused: 1 } });
    expect((await admin.get('/api/admin/users.csv')).text).toMatch(
      /new@x\.example,new,investor,[^,]+,,board;series-c\r/,
    );
  });

  it('are gone with the person, and come back with them', async () => {
    await portal.person('gone@x.example', 'investor');
    await put('gone@x.example', { group: 'lost', enable: true });
    await admin.authorised('DELETE', '/api/admin/users/gone@x.example');
    expect(read(await admin.get('/api/admin/groups'), groupListSchema).items.map(({ name }) => name)).not.toContain(
      'lost',
    );
    await admin.authorised('POST', '/api/admin/bin/user/gone@x.example/restore');
    expect((await admin.get('/api/users/gone@x.example')).body).toMatchObject({ groups: ['lost'] });
  });
});

it('somebody in several groups of a document has it once, in every order, page by page', async () => {
  await group(MEMBER, 'board', true);
  const ids = new Set<string>();
  for (let each = 0; each < 5; each += 1) ids.add((await document(`Twice ${each}`, { groups: 'series-a,board' })).id);
  for (const sort of ['title', '-title', 'size', '-uploadedAt']) {
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await member.get(`/api/documents?sort=${sort}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const { items, nextCursor } = read(page, documentPageSchema);
      found.push(...items.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
      cursor = nextCursor ?? '';
    } while (cursor !== '');
    expect([sort, found.toSorted()]).toEqual([sort, [...ids].toSorted()]);
  }
  await group(MEMBER, 'board', false);
});
