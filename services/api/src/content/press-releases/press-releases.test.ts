import {
  type AdminPressRelease,
  adminPressReleasePageSchema,
  adminPressReleaseSchema,
  builtInRoleSchema,
  pressReleasePageSchema,
  pressReleaseSchema,
  problemSchema,
  type Role,
} from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { type EachRole, signInEachRole } from '../../testing/people.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let visitor: TestBrowser;
let people: EachRole;
const as = (role: Role) => people.as(role);

beforeAll(async () => {
  portal = await startTestPortal();
  visitor = portal.browser();
  people = await signInEachRole(portal);
});
afterAll(() => portal.stop());

const ADMIN_PATH = '/api/admin/press-releases';
const soon = (ms: number) => new Date(Date.now() + ms);

function post(body: object, headers: Record<string, string> = {}, by = as('admin')) {
  return by.authorised('POST', ADMIN_PATH, {
    body: { title: 'News', content: '<p>Words.</p>', target: ['public'], ...body },
    headers,
  });
}

const written = async (body: object = {}): Promise<AdminPressRelease> =>
  read(await post(body), adminPressReleaseSchema, 201);

const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  as('admin').authorised('PATCH', `${ADMIN_PATH}/${id}`, { body, headers });

const idsOf = async (person: TestBrowser, query = '') => {
  const page = read(await person.get(`/api/press-releases?limit=100${query}`), pressReleasePageSchema);
  return page.items.map((item) => item.id);
};

/** Every path on which readers could meet a release, each with whether they do. */
async function reachable(release: AdminPressRelease): Promise<boolean[]> {
  const feed = await visitor.get('/api/press-releases/feed.xml');
  const one = await visitor.get(`/api/press-releases/${release.id}`);
  const investors = await as('investor').get(`/api/press-releases/${release.id}`);
  return [
    (await idsOf(visitor)).includes(release.id),
    (await idsOf(as('investor'))).includes(release.id),
    feed.text.includes(release.id) || feed.text.includes(release.title),
    one.status === 200,
    investors.status === 200,
  ];
}

describe('writing', () => {
  it('publishes immediately, with clean HTML', async () => {
    const before = Date.now();
    const release = await written({
      title: ' First ',
      content: '<p onclick="x()">Words<script>alert(1)</script></p><img src=x onerror=alert(1)>',
      target: ['public', 'investors'],
    });
    expect(release).toMatchObject({
      title: 'First',
      content: '<p>Words</p>',
      status: 'published',
      target: ['public', 'investors'],
      sendEmail: false,
      sentToEmail: false,
      emailSentDate: null,
      author: 'admin@x.example',
    });
    expect(Date.parse(release.date ?? '')).toBeGreaterThanOrEqual(before);
    const seen = read(await visitor.get(`/api/press-releases/${release.id}`), pressReleaseSchema.strict());
    expect(seen).toEqual({
      id: release.id,
      title: 'First',
      content: '<p>Words</p>',
      date: release.date,
      target: ['public', 'investors'],
    });
    expect(await reachable(release)).toEqual([true, true, true, true, true]);
  });

  it.each<[string, object]>([
    ['no title', { title: '' }],
    ['a title of spaces', { title: '   ' }],
    ['a title of 10,000 characters', { title: 'x'.repeat(10_000) }],
    ['a title with a line break', { title: 'a\nb' }],
    ['no content', { content: '' }],
    ['content that is gone when it is cleaned', { content: '<script>alert(1)</script><img src=x>' }],
    ['content that is too long', { content: 'x'.repeat(200_001) }],
    ['content that is too long when it is cleaned', { content: '&'.repeat(190_000) }],
    ['content that is nested too deep', { content: '<b>'.repeat(60_000) }],
    ['a title that no feed can hold', { title: 'Q3 \uffff' }],
    ['half a character', { title: 'Q3 \ud800' }],
    ['a year before Christ', { publishAt: '0000-01-01T00:00:00+12:00' }],
    ['a year beyond 9999', { publishAt: '9999-12-31T23:59:59-12:00' }],
    ['no target', { target: [] }],
    ['an unknown target', { target: ['customers'] }],
    ['a target twice', { target: ['public', 'public'] }],
    ['a target that is no list', { target: 'public' }],
    ['a date that does not exist', { publishAt: '2030-02-30T10:00:00Z' }],
    ['a date without its time zone', { publishAt: '2030-02-03T10:00:00' }],
    ['a schedule without a date', { status: 'scheduled' }],
    ['an unknown field', { author: 'x' }],
    ['an operator', { title: { $gt: '' } }],
    ['a status that does not exist', { status: 'sent' }],
  ])('refuses %s', async (_, body) => {
    const answer = await post(body);
    expect(read(answer, problemSchema, 400).code).toBe('validation');
  });

  it('refuses an oversized body and invalid JSON', async () => {
    expect((await post({ content: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
    expect((await as('admin').authorised('POST', ADMIN_PATH, { body: '{' })).status).toBe(400);
  });

  it('is for admins only, and never by cookie alone', async () => {
    for (const role of ['investor', 'customer', 'developer'] as const) {
      expect((await post({}, {}, as(role))).status).toBe(403);
      expect((await as(role).get(ADMIN_PATH)).status).toBe(403);
    }
    expect((await visitor.get(ADMIN_PATH)).status).toBe(401);
    for (const person of [visitor, as('admin')]) {
      expect((await person.post(ADMIN_PATH, { title: 'x', content: 'x', target: ['public'] })).status).toBe(401);
    }
  });
});

describe('a repeated call', () => {
  it('writes one release, sequentially and concurrently', async () => {
    const headers = { 'Idempotency-Key': 'click-1' };
    const first = read(await post({ title: 'Once' }, headers), adminPressReleaseSchema, 201);
    const again = read(await post({ title: 'Once' }, headers), adminPressReleaseSchema, 201);
    expect(again.id).toBe(first.id);
    const many = await Promise.all(
      Array.from({ length: 8 }, () => post({ title: 'At once' }, { 'Idempotency-Key': 'click-2' })),
    );
    expect(new Set(many.map((answer) => read(answer, adminPressReleaseSchema, 201).id)).size).toBe(1);
    await expect(
      portal.connection.collection('press_releases').countDocuments({ title: { $in: ['Once', 'At once'] } }),
    ).resolves.toBe(2);
    await expect(portal.connection.collection('audit').countDocuments({ subject: first.id })).resolves.toBe(1);
  });

  it('with another body is refused', async () => {
    const headers = { 'Idempotency-Key': 'click-3' };
    await post({ title: 'One' }, headers);
    expect(read(await post({ title: 'Other' }, headers), problemSchema, 422).code).toBe('idempotency-mismatch');
  });

  it('does not restore a deleted release', async () => {
    const headers = { 'Idempotency-Key': 'click-4' };
    const release = read(await post({}, headers), adminPressReleaseSchema, 201);
    await as('admin').authorised('DELETE', `${ADMIN_PATH}/${release.id}`);
    expect((await post({}, headers)).status).toBe(409);
    expect((await visitor.get(`/api/press-releases/${release.id}`)).status).toBe(404);
  });

  it('has keys per person: another admin may use the same key', async () => {
    const other = await portal.signedInAs('other-admin@x.example', 'admin');
    const headers = { 'Idempotency-Key': 'click-5' };
    const [mine, theirs] = [await post({}, headers), await post({}, headers, other)];
    expect(read(mine, adminPressReleaseSchema, 201).id).not.toBe(read(theirs, adminPressReleaseSchema, 201).id);
  });

  it('refuses an invalid key', async () => {
    for (const key of ['', ' ', 'x'.repeat(201), 'a b']) {
      expect((await post({}, { 'Idempotency-Key': key })).status).toBe(400);
    }
  });
});

describe('read rights', () => {
  let open: AdminPressRelease;
  let closed: AdminPressRelease;
  let draft: AdminPressRelease;
  beforeAll(async () => {
    open = await written({ title: 'Open' });
    closed = await written({ title: 'Closed', target: ['investors'] });
    draft = await written({ title: 'Draft', target: ['public', 'investors'], status: 'draft' });
  });

  it.each(['visitor', ...builtInRoleSchema.options] as const)('%s', async (who) => {
    const role = builtInRoleSchema.safeParse(who);
    const person = role.success ? as(role.data) : visitor;
    const mayInvestors = who === 'investor' || who === 'admin';
    const publicIds = await idsOf(person);
    expect(publicIds).toContain(open.id);
    expect(publicIds).not.toContain(closed.id);
    expect(publicIds).not.toContain(draft.id);

    const investors = await person.get('/api/press-releases?target=investors');
    expect(investors.status).toBe(mayInvestors ? 200 : who === 'visitor' ? 401 : 403);
    if (mayInvestors) expect(await idsOf(person, '&target=investors')).toEqual(expect.arrayContaining([closed.id]));

    expect((await person.get(`/api/press-releases/${open.id}`)).status).toBe(200);
    expect((await person.get(`/api/press-releases/${closed.id}`)).status).toBe(mayInvestors ? 200 : 404);
    expect((await person.get(`/api/press-releases/${draft.id}`)).status).toBe(who === 'admin' ? 200 : 404);
    expect((await person.get(`${ADMIN_PATH}/${open.id}`)).status).toBe(
      who === 'admin' ? 200 : who === 'visitor' ? 401 : 403,
    );
    const feed = await person.get('/api/press-releases/feed.xml');
    expect(feed.text).toContain(open.id);
    expect(feed.text).not.toContain(closed.id);
    expect(feed.text).not.toContain(draft.id);
  });

  it('an admin sees all of them, with their states', async () => {
    const page = read(await as('admin').get(`${ADMIN_PATH}?limit=3`), adminPressReleasePageSchema);
    expect(page.items.map(({ id, status }) => [id, status])).toEqual([
      [draft.id, 'draft'],
      [closed.id, 'published'],
      [open.id, 'published'],
    ]);
    expect(page.nextCursor).not.toBeNull();
    const next = read(
      await as('admin').get(`${ADMIN_PATH}?limit=100&cursor=${page.nextCursor}`),
      adminPressReleasePageSchema,
    );
    expect(next.items.map((item) => item.id)).not.toContain(open.id);
  });

  it.each(['xyz', 'ffffffffffffffffffffffff', '$ne', '..%2f..'])('%s is 404', async (id) => {
    expect([400, 404]).toContain((await visitor.get(`/api/press-releases/${id}`)).status);
  });

  it.each([
    'target=customers',
    'target=public&target=investors',
    'target[$ne]=x',
    'limit=0',
    'limit=1000',
    'status=draft',
    'cursor=x.y',
  ])('refuses ?%s', async (query) => {
    expect((await visitor.get(`/api/press-releases?${query}`)).status).toBe(400);
  });
});

describe('the list', () => {
  it('has pages, newest first, each release once, with older news in place', async () => {
    const old = await written({ title: 'From the archive', publishAt: '2001-02-03T04:05:06Z' });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path = `/api/press-releases?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: ReturnType<typeof pressReleasePageSchema.parse> = read(
        await visitor.get(path),
        pressReleasePageSchema,
      );
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(await idsOf(visitor));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.at(-1)).toBe(old.id);
  });
});

describe('a scheduled release', () => {
  it('is hidden before its time and visible from then on', async () => {
    const at = soon(3000);
    const release = await written({
      title: 'Surprise 4711',
      target: ['public', 'investors'],
      publishAt: at.toISOString(),
    });
    expect(release).toMatchObject({ status: 'scheduled', date: at.toISOString(), publishAt: at.toISOString() });
    expect(await reachable(release)).toEqual([false, false, false, false, false]);
    expect(await idsOf(as('admin'))).not.toContain(release.id);
    await until('its instant', () => Date.now() >= at.getTime());
    expect(await reachable(release)).toEqual([true, true, true, true, true]);
  });

  it('appears on time without any job', async () => {
    const release = await written({ title: 'Without a timer', publishAt: soon(3_600_000).toISOString() });
    const past = new Date(Date.now() - 1000);
    await portal.connection
      .collection('press_releases')
      .updateOne({ title: 'Without a timer' }, { $set: { date: past, sortDate: past } });
    expect(await reachable(release)).toEqual([true, true, true, true, true]);
    const seen = read(await as('admin').get(`/api/press-releases/${release.id}`), adminPressReleaseSchema);
    expect(seen.status).toBe('published');
  });

  it('can be postponed, withdrawn and published early', async () => {
    const release = await written({ title: 'Moved 4712', publishAt: soon(3_600_000).toISOString() });
    const later = soon(7_200_000).toISOString();
    expect(read(await patch(release.id, { publishAt: later }), adminPressReleaseSchema)).toMatchObject({
      status: 'scheduled',
      date: later,
    });
    expect(read(await patch(release.id, { status: 'draft' }), adminPressReleaseSchema)).toMatchObject({
      status: 'draft',
      date: null,
      publishAt: later,
    });
    expect(await reachable(release)).toEqual([false, false, false, false, false]);
    expect(read(await patch(release.id, { status: 'published' }), adminPressReleaseSchema).status).toBe('published');
    expect(await reachable(release)).toEqual([true, true, true, true, true]);
  });
});

describe('changing', () => {
  it('changes the fields given and no others', async () => {
    const release = await written({ title: 'Old title', content: '<p>Same</p>' });
    const changed = read(await patch(release.id, { title: 'New title' }), adminPressReleaseSchema);
    expect(changed).toMatchObject({
      title: 'New title',
      content: '<p>Same</p>',
      date: release.date,
      target: ['public'],
      status: 'published',
    });
    expect(changed.etag).not.toBe(release.etag);
    const row = await portal.connection
      .collection('audit')
      .findOne({ subject: release.id, action: 'press-release.changed' });
    expect(row).toMatchObject({ actor: 'admin@x.example', detail: { fields: 'title' } });
  });

  it('refuses the second of two admins, and loses nothing', async () => {
    const release = await written();
    const got = await as('admin').get(`/api/press-releases/${release.id}`);
    const etag = String(got.headers.etag);
    expect(etag).toBe(release.etag);
    const first = await patch(release.id, { title: 'Mine' }, { 'If-Match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.etag).not.toBe(etag);
    const second = await patch(release.id, { title: 'Theirs' }, { 'If-Match': etag });
    expect(read(second, problemSchema, 412).code).toBe('precondition-failed');
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(read(await visitor.get(`/api/press-releases/${release.id}`), pressReleaseSchema).title).toBe('Mine');
    expect((await patch(release.id, { title: 'Theirs' }, { 'If-Match': String(second.headers.etag) })).status).toBe(
      200,
    );
  });

  it('accepts one of many concurrent changes', async () => {
    const release = await written();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => patch(release.id, { title: `Title ${i}` }, { 'If-Match': release.etag })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it('loses no field of concurrent changes without If-Match', async () => {
    const release = await written();
    await Promise.all([
      patch(release.id, { title: 'T' }),
      patch(release.id, { content: '<p>C</p>' }),
      patch(release.id, { target: ['investors'] }),
    ]);
    const after = read(await as('admin').get(`/api/press-releases/${release.id}`), adminPressReleaseSchema);
    expect(after).toMatchObject({ title: 'T', content: '<p>C</p>', target: ['investors'] });
  });

  it.each([
    ['*', 200],
    ['"nonsense"', 412],
    ['nonsense', 412],
    ['', 412],
  ])('If-Match: %s gives %i', async (ifMatch, status) => {
    const release = await written();
    expect((await patch(release.id, { title: 'x' }, { 'If-Match': ifMatch })).status).toBe(status);
  });

  it('does not take a weak tag for a strong one', async () => {
    const release = await written();
    expect((await patch(release.id, { title: 'x' }, { 'If-Match': `W/${release.etag}` })).status).toBe(412);
  });

  it.each([
    {},
    { title: '' },
    { content: '<script></script>' },
    { target: [] },
    { id: 'x' },
    { version: 5 },
    { date: '2020-01-01T00:00:00Z' },
  ])('refuses %j', async (body) => {
    const release = await written();
    expect((await patch(release.id, body)).status).toBe(400);
  });

  it('hides a release from former readers', async () => {
    const release = await written({ title: 'Narrowed 4713' });
    await patch(release.id, { target: ['investors'] });
    expect(await reachable(release)).toEqual([false, false, false, false, true]);
  });

  it('is for admins only, with 404 for unknown releases', async () => {
    expect((await patch('ffffffffffffffffffffffff', { title: 'x' })).status).toBe(404);
    expect((await patch('nonsense', { title: 'x' })).status).toBe(400);
    const release = await written();
    for (const role of ['investor', 'customer', 'developer'] as const) {
      for (const [method, body] of [
        ['PATCH', { title: 'x' }],
        ['DELETE', undefined],
      ] as const) {
        expect((await as(role).authorised(method, `${ADMIN_PATH}/${release.id}`, { body })).status).toBe(403);
      }
      expect((await as(role).authorised('POST', `${ADMIN_PATH}/${release.id}/test-mail`)).status).toBe(403);
    }
    expect((await as('admin').call('DELETE', `${ADMIN_PATH}/${release.id}`)).status).toBe(401);
    expect((await visitor.get(`/api/press-releases/${release.id}`)).status).toBe(200);
  });
});

describe('deleting', () => {
  it('removes a release everywhere', async () => {
    const release = await written({ title: 'Gone 4714' });
    expect((await as('admin').authorised('DELETE', `${ADMIN_PATH}/${release.id}`)).status).toBe(204);
    expect(await reachable(release)).toEqual([false, false, false, false, false]);
    expect((await as('admin').get(`${ADMIN_PATH}/${release.id}`)).status).toBe(404);
    expect((await as('admin').authorised('DELETE', `${ADMIN_PATH}/${release.id}`)).status).toBe(404);
    const row = await portal.connection
      .collection('audit')
      .findOne({ subject: release.id, action: 'press-release.deleted' });
    expect(row).toMatchObject({ actor: 'admin@x.example', detail: { title: 'Gone 4714' } });
  });

  it('is refused with the If-Match of an older version', async () => {
    const release = await written();
    await patch(release.id, { title: 'Newer' });
    const headers = { 'If-Match': release.etag };
    expect((await as('admin').authorised('DELETE', `${ADMIN_PATH}/${release.id}`, { headers })).status).toBe(412);
    expect((await visitor.get(`/api/press-releases/${release.id}`)).status).toBe(200);
  });
});

describe('the feed', () => {
  it('is Atom, safe against any title or text', async () => {
    const hostile = ']]> <b>&amp;"\'</b> </entry><script>alert(1)</script>';
    const release = await written({
      title: hostile,
      content: '<p>]]&gt; &amp; <a href="https://x.example/?a=1&amp;b=2">link</a></p>',
    });
    const answer = await visitor.get('/api/press-releases/feed.xml');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('public, no-cache');
    // No tag of the title has become one of the feed, and every section of text that was opened is closed.
    const outside = answer.text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
    expect(outside).not.toMatch(/<script|<b>|\]\]>|<!\[CDATA\[/);
    expect(outside.match(/<entry>/g)?.length).toBe(outside.match(/<\/entry>/g)?.length);
    expect(outside).toContain(`${portal.url}/news?release=${release.id}`);
    expect(outside).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>/);
  });

  it('has the time of a correction, and never goes back', async () => {
    const read = async () => {
      const { text } = await visitor.get('/api/press-releases/feed.xml');
      return [...text.matchAll(/<updated>([^<]+)/g)].map(([, time = '']) => time);
    };
    const release = await written({ title: 'With a typo' });
    const path = `${ADMIN_PATH}/${release.id}`;
    const [atFirst = '', entry] = await read();
    expect(entry).toBe(release.date);
    await as('admin').authorised('PATCH', path, { body: { sendEmail: false } });
    expect(await read()).toEqual(expect.arrayContaining([atFirst, release.date]));
    await as('admin').authorised('PATCH', path, { body: { title: 'Without a typo' } });
    const [corrected = '', entryAfter = ''] = await read();
    expect(entryAfter > String(release.date)).toBe(true);
    expect(corrected).toBe(entryAfter);
    const { body } = await visitor.get(`/api/press-releases/${release.id}`);
    expect(body).toMatchObject({ updated: corrected, date: release.date });
    await as('admin').authorised('DELETE', path);
    expect((await read())[0]).toBe(corrected);
  });

  it('leaves out an unwritable record, as the list does', async () => {
    const release = await written({ title: 'Beside a broken one' });
    const broken = { title: 'Broken', target: ['public'], date: new Date(), status: 'published' };
    const { insertedId } = await portal.connection.collection('press_releases').insertOne(broken);
    for (const path of ['/api/press-releases/feed.xml', '/api/press-releases', '/api/admin/press-releases']) {
      const { status, text } = await as('admin').get(path);
      expect([path, status, text.includes(release.id)]).toEqual([path, 200, true]);
    }
    await portal.connection.collection('press_releases').deleteOne({ _id: insertedId });
  });

  it('answers 304 if nothing has changed', async () => {
    const first = await visitor.get('/api/press-releases/feed.xml');
    const etag = String(first.headers.etag);
    const again = await visitor.get('/api/press-releases/feed.xml', { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    await written({ title: 'Something new' });
    const changed = await visitor.get('/api/press-releases/feed.xml', { headers: { 'If-None-Match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('Something new');
    expect((await visitor.call('HEAD', '/api/press-releases/feed.xml')).headers.etag).toBe(changed.headers.etag);
  });
});
