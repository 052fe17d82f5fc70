import {
  type AdminPressRelease,
  adminPressReleaseSchema,
  pressReleasePageSchema,
  pressReleaseSchema,
  problemSchema,
} from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let ada: TestBrowser;
let bob: TestBrowser;
let visitor: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.signedInAs('ada@x.example', 'admin');
  bob = await portal.signedInAs('bob@x.example', 'admin');
  visitor = portal.browser();
});
afterAll(() => portal.stop());

const PATH = '/api/admin/press-releases';
const NOTHING = { title: '', content: '', target: [], sendEmail: false, publishAt: null };
const WHOLE = { ...NOTHING, title: 'News', content: '<p>Words.</p>', target: ['public'] };

const start = async (text: object = {}, headers = {}, by = ada) =>
  by.authorised('POST', `${PATH}/drafts`, { body: { ...NOTHING, ...text }, headers });
const started = async (text: object = {}) => read(await start(text), adminPressReleaseSchema, 201);
const save = ({ id, etag }: AdminPressRelease, text: object, by = ada) =>
  by.authorised('PUT', `${PATH}/${id}/text`, { body: { ...WHOLE, ...text }, headers: { 'If-Match': etag } });
const saved = async (release: AdminPressRelease, text: object, by = ada) =>
  read(await save(release, text, by), adminPressReleaseSchema);
const publish = (id: string, body: object = { status: 'published' }) =>
  ada.authorised('PATCH', `${PATH}/${id}`, { body });
const published = async (text: object = {}) =>
  read(
    await ada.authorised('POST', PATH, { body: { ...WHOLE, publishAt: undefined, ...text } }),
    adminPressReleaseSchema,
    201,
  );
const publicTitles = async () =>
  read(await visitor.get('/api/press-releases?limit=100'), pressReleasePageSchema).items.map(({ title }) => title);
const fieldsOf = async (answer: Promise<{ body: unknown; status: number }>) => {
  const { body, status } = await answer;
  expect(status).toBe(400);
  return (problemSchema.parse(body).errors ?? []).map(({ path }) => path);
};
const auditOf = (subject: string) =>
  portal.connection.collection('audit').countDocuments({ subject, action: 'press-release.changed' });

describe('a draft', () => {
  it('starts empty, is saved as it grows, and is visible to admins only', async () => {
    const draft = await started();
    expect(draft).toMatchObject({ title: '', content: '', target: [], status: 'draft', changedBy: 'ada@x.example' });
    const grown = await saved(draft, { title: 'Growing 4720' }, bob);
    expect(grown).toMatchObject({
      title: 'Growing 4720',
      status: 'draft',
      author: 'ada@x.example',
      changedBy: 'bob@x.example',
    });
    expect(grown.pending).toBeUndefined();
    expect(await publicTitles()).not.toContain('Growing 4720');
    expect((await visitor.get(`/api/press-releases/${draft.id}`)).status).toBe(404);
    expect((await visitor.get('/api/press-releases/feed.xml')).text).not.toContain('4720');
  });

  it('is created once per key', async () => {
    const headers = { 'Idempotency-Key': 'draft-1' };
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => read(await start(WHOLE, headers), adminPressReleaseSchema, 201).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it('cannot be published while incomplete', async () => {
    const { id } = await started();
    expect(await fieldsOf(publish(id))).toEqual(['body.title', 'body.content', 'body.target']);
    expect(await fieldsOf(publish(id, { status: 'published', title: 'Now', target: ['public'] }))).toEqual([
      'body.content',
    ]);
    expect(
      (await publish(id, { status: 'published', title: 'Now', target: ['public'], content: '<p>x</p>' })).status,
    ).toBe(200);
  });

  it('keeps a planned time without being published', async () => {
    const publishAt = new Date(Date.now() + 50).toISOString();
    const draft = await started({ ...WHOLE, title: 'Planned 4721', publishAt });
    expect(draft).toMatchObject({ status: 'draft', publishAt, date: null });
    await until('the time', () => Date.now() > Date.parse(publishAt));
    expect(await publicTitles()).not.toContain('Planned 4721');
    expect((await saved(draft, { publishAt: null })).publishAt).toBeNull();
  });

  it('without a title is restored from the bin like any other', async () => {
    const { id } = await started({ content: '<p>Half</p>' });
    expect((await ada.authorised('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect((await ada.authorised('POST', `/api/admin/bin/press-release/${id}/restore`)).status).toBe(204);
    expect(read(await ada.get(`${PATH}/${id}`), adminPressReleaseSchema)).toMatchObject({
      title: '',
      content: '<p>Half</p>',
    });
  });
});

describe('a published release', () => {
  it('changes for its readers only when published again', async () => {
    const release = await published({ title: 'Out 4722' });
    const pending = await saved(release, { title: 'Changed 4722', content: '<p>New.</p>', target: ['investors'] });
    expect(pending).toMatchObject({
      title: 'Out 4722',
      content: '<p>Words.</p>',
      target: ['public'],
      status: 'published',
      pending: { title: 'Changed 4722', content: '<p>New.</p>', target: ['investors'], savedBy: 'ada@x.example' },
    });
    const seen = read(await visitor.get(`/api/press-releases/${release.id}`), pressReleaseSchema.strict());
    expect(seen).toMatchObject({ title: 'Out 4722', content: '<p>Words.</p>' });
    expect((await visitor.get('/api/press-releases/feed.xml')).text).not.toContain('Changed 4722');

    const { title, content, target } = pending.pending ?? WHOLE;
    const after = read(await publish(release.id, { title, content, target }), adminPressReleaseSchema);
    expect(after).toMatchObject({
      title: 'Changed 4722',
      target: ['investors'],
      status: 'published',
      date: release.date,
    });
    expect(after.pending).toBeUndefined();
  });

  it('keeps its pending text after other changes', async () => {
    const release = await published();
    await saved(release, { title: 'Beside' });
    const after = read(await publish(release.id, { sendEmail: false }), adminPressReleaseSchema);
    expect(after.pending?.title).toBe('Beside');
  });

  it('hides its pending text from readers, also in the entity tag', async () => {
    const release = await published({ title: 'Out 4725' });
    const path = `/api/press-releases/${release.id}`;
    const before = await visitor.get(path);
    await saved(release, { title: 'Secret 4725' });
    const after = await visitor.get(path);
    expect([after.headers.etag, after.text]).toEqual([before.headers.etag, before.text]);
    expect((await visitor.get(path, { headers: { 'If-None-Match': String(before.headers.etag) } })).status).toBe(304);
    await publish(release.id, { title: 'Shown 4725' });
    expect((await visitor.get(path)).headers.etag).not.toBe(before.headers.etag);
  });

  it('that was withdrawn with a pending text has one text after the next save', async () => {
    const release = await saved(await published(), { title: 'Beside' });
    const draft = read(await publish(release.id, { status: 'draft' }), adminPressReleaseSchema);
    expect([draft.status, draft.pending?.title]).toEqual(['draft', 'Beside']);
    const after = await saved(draft, { title: 'Written last' });
    expect([after.title, after.pending]).toEqual(['Written last', undefined]);
  });

  it('loses its pending text when discarded', async () => {
    const release = await saved(await published(), { title: 'Beside' });
    const discard = (etag: string) =>
      ada.authorised('DELETE', `${PATH}/${release.id}/text`, { headers: { 'If-Match': etag } });
    expect((await discard('"old"')).status).toBe(412);
    const after = read(await discard(release.etag), adminPressReleaseSchema);
    expect([after.pending, after.title]).toEqual([undefined, 'News']);
  });

  it('appears as scheduled despite a pending text', async () => {
    const at = new Date(Date.now() + 1500).toISOString();
    const release = await published({ title: 'Planned 4723', publishAt: at });
    await saved(release, { title: 'Unfinished 4723' });
    await until('its time', async () => (await publicTitles()).includes('Planned 4723'));
    expect(await publicTitles()).not.toContain('Unfinished 4723');
  });
});

describe('two people', () => {
  it('never overwrite each other: one of two saves of a version is accepted', async () => {
    const draft = await started(WHOLE);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(draft, { title: `Burst ${index}` }, index % 2 === 0 ? ada : bob)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const refused = answers.find(({ status }) => status === 412);
    expect(refused && read(refused, problemSchema, 412).code).toBe('precondition-failed');
    const winner = answers.findIndex(({ status }) => status === 200);
    const { title } = read(await ada.get(`${PATH}/${draft.id}`), adminPressReleaseSchema);
    expect(title).toBe(`Burst ${winner}`);
  });

  it('are in the trail once each, for any number of saves', async () => {
    let draft = await started(WHOLE);
    for (let key = 0; key < 5; key += 1) draft = await saved(draft, { title: `Typing ${key}` });
    expect(await auditOf(draft.id)).toBe(0);
    for (let key = 0; key < 5; key += 1) draft = await saved(draft, { title: `Typing ${key}` }, bob);
    expect(await auditOf(draft.id)).toBe(1);
  });

  it('must send If-Match', async () => {
    const { id } = await started();
    expect(await fieldsOf(ada.authorised('PUT', `${PATH}/${id}/text`, { body: WHOLE }))).toEqual(['header.If-Match']);
    expect(await fieldsOf(ada.authorised('DELETE', `${PATH}/${id}/text`))).toEqual(['header.If-Match']);
  });
});

describe('a saved text', () => {
  it('is cleaned', async () => {
    const draft = await started({ content: '<p onclick="x()">Safe<script>alert(1)</script></p><img src=x onerror=y>' });
    expect(draft.content).toBe('<p>Safe</p>');
    expect((await saved(draft, { content: '<script>alert(1)</script>' })).content).toBe('');
  });

  it.each<[string, object]>([
    ['a text that is too long', { content: 'x'.repeat(200_001) }],
    ['a text that is nested too deep', { content: '<b>'.repeat(60_000) }],
    ['a title of two lines', { title: 'a\nb' }],
    ['a target twice', { target: ['public', 'public'] }],
    ['a year that no feed can hold', { publishAt: '0001-01-01T00:00:00Z' }],
    ['a state', { status: 'published' }],
    ['an operator', { title: { $gt: '' } }],
  ])('is refused: %s', async (_, text) => {
    const draft = await started(WHOLE);
    expect((await save(draft, text)).status).toBe(400);
    expect((await start(text)).status).toBe(400);
    expect(read(await ada.get(`${PATH}/${draft.id}`), adminPressReleaseSchema).etag).toBe(draft.etag);
  });

  it('is refused before reading if it is huge', async () => {
    expect((await start({ content: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
  });
});

it('a test mail shows the pending text', async () => {
  const release = await published({ title: 'Out 4724' });
  await saved(release, { title: 'Written 4724' });
  await ada.authorised('POST', `${PATH}/${release.id}/test-mail`);
  const mail = await until('the mail', async () => (await portal.mailsTo('ada@x.example')).at(-1));
  expect(mail.subject).toBe('[Test] Written 4724');
});
