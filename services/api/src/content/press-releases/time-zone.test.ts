import { adminPressReleaseSchema, problemSchema, searchAnswerSchema } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let ada: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.signedInAs('ada@x.example', 'admin');
});
afterAll(() => portal.stop());

const PATH = '/api/admin/press-releases';
const TEXT = { title: 'News', content: '<p>Words.</p>', target: ['public'] };
const AT = '2999-12-01T06:00:00.000Z';
const BERLIN = { publishAt: AT, timeZone: 'Europe/Berlin' };

const write = (body: object) => ada.authorised('POST', PATH, { body: { ...TEXT, ...body } });
const written = async (body: object) => read(await write(body), adminPressReleaseSchema, 201);
const change = (id: string, body: object) => ada.authorised('PATCH', `${PATH}/${id}`, { body });
const changed = async (id: string, body: object) => read(await change(id, body), adminPressReleaseSchema);
const save = async ({ id, etag }: { id: string; etag: string }, text: object) =>
  read(
    await ada.authorised('PUT', `${PATH}/${id}/text`, {
      body: { ...TEXT, sendEmail: false, publishAt: null, ...text },
      headers: { 'If-Match': etag },
    }),
    adminPressReleaseSchema,
  );

it('is stored with the time, stays with it, and goes with it', async () => {
  const release = await written(BERLIN);
  expect(release).toMatchObject({ status: 'scheduled', ...BERLIN });
  expect(await changed(release.id, { title: 'Other' })).toMatchObject(BERLIN);
  expect(await changed(release.id, { publishAt: '2999-12-02T06:00:00.000Z' })).toMatchObject({
    timeZone: 'Europe/Berlin',
  });
  expect(await changed(release.id, { timeZone: 'Asia/Tokyo' })).toMatchObject({ timeZone: 'Asia/Tokyo' });
  expect(await changed(release.id, { status: 'draft' })).toMatchObject({ timeZone: 'Asia/Tokyo' });
  expect(await changed(release.id, { timeZone: null })).not.toHaveProperty('timeZone');
  await changed(release.id, { timeZone: 'Asia/Tokyo' });
  expect(await changed(release.id, { status: 'published' })).not.toHaveProperty('timeZone');
});

it('is stored beside a release that is out, and kept when an earlier text comes back', async () => {
  const release = await written(BERLIN);
  const beside = await save(release, { ...BERLIN, timeZone: 'America/New_York', title: 'Beside' });
  expect(beside).toMatchObject({ timeZone: 'Europe/Berlin', pending: { timeZone: 'America/New_York' } });
  // An earlier page does not know of zones.
  const again = await save(beside, { publishAt: AT, title: 'Again' });
  expect(again.pending).toMatchObject({ timeZone: 'America/New_York' });
  const number = Number(again.etag.split('-')[1]?.replace('"', ''));
  const restored = await ada.authorised('POST', `${PATH}/${release.id}/revisions/${number}/restore`, {
    headers: { 'If-Match': again.etag },
  });
  expect(read(restored, adminPressReleaseSchema).pending).toMatchObject({ timeZone: 'America/New_York' });
});

it('returns from the bin with the release', async () => {
  const { id } = await written(BERLIN);
  await ada.authorised('DELETE', `${PATH}/${id}`);
  await ada.authorised('POST', `/api/admin/bin/press-release/${id}/restore`);
  expect(read(await ada.get(`${PATH}/${id}`), adminPressReleaseSchema)).toMatchObject(BERLIN);
});

it('is not wanted of records of an earlier version', async () => {
  const { id } = await written({ publishAt: AT });
  expect(read(await ada.get(`${PATH}/${id}`), adminPressReleaseSchema)).not.toHaveProperty('timeZone');
});

it('is shown where admins search, by its own clocks', async () => {
  await written({ ...BERLIN, publishAt: '2999-11-30T23:30:00.000Z', title: 'Zeppelin' });
  const { items } = read(await ada.get('/api/search?q=Zeppelin'), searchAnswerSchema);
  expect(items).toMatchObject([{ about: 'scheduled, 2999-12-01 00:30 Europe/Berlin', date: null }]);
});

it.each([
  ['Mars/Olympus'],
  ['+01:00'],
  ['CET-1CEST'],
  ['Europe/Berlin\u0000'],
  [''],
  ['../../etc/passwd'],
  ['A'.repeat(65)],
  [{ $gt: '' }],
  [['Europe/Berlin']],
  [7],
])('%j is refused by its name, everywhere', async (timeZone) => {
  const { id, etag } = await written({ status: 'draft' });
  const text = { ...TEXT, sendEmail: false, publishAt: AT, timeZone };
  const answers = [
    await write({ publishAt: AT, timeZone }),
    await change(id, { publishAt: AT, timeZone }),
    await ada.authorised('POST', `${PATH}/drafts`, { body: text }),
    await ada.authorised('PUT', `${PATH}/${id}/text`, { body: text, headers: { 'If-Match': etag } }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(new Set(problemSchema.parse(body).errors?.map(({ path }) => path))).toEqual(new Set(['body.timeZone']));
  }
});

it('is refused without a time', async () => {
  const { id, etag } = await written({ status: 'draft' });
  const timeZone = 'Europe/Berlin';
  const text = { ...TEXT, sendEmail: false, publishAt: null, timeZone };
  const answers = [
    await write({ timeZone }),
    await write({ status: 'published', timeZone }),
    await change(id, { timeZone }),
    await ada.authorised('PUT', `${PATH}/${id}/text`, { body: text, headers: { 'If-Match': etag } }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(problemSchema.parse(body).errors).toEqual([
      { path: 'body.timeZone', message: 'only with a time in publishAt' },
    ]);
  }
});
