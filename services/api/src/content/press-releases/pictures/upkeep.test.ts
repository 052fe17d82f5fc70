import { adminPressReleaseSchema, type Picture, pictureSchema, RETENTION } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { takeJobTurn } from '../../../platform/background/repeated-job.ts';
import { read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { drawPicture, uploadTo } from '../../../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

const PATH = '/api/admin/press-releases';
const rows = (name: string) => portal.connection.collection(name);
const uploaded = async (): Promise<Picture> =>
  read(await uploadTo(admin, await drawPicture(30, 20).png().toBuffer()), pictureSchema, 201);
const textWith = ({ url }: Picture) => `<p>Words</p><img src="${url}" alt="A pipette">`;
const written = async (content: string, status = 'published') =>
  read(
    await admin.authorised('POST', PATH, { body: { title: 'News', content, target: ['public'], status } }),
    adminPressReleaseSchema,
    201,
  );
const isThere = async ({ url }: Picture) => (await admin.get(url)).status === 200;

/** Lets a process begin, which tidies up at once. */
async function tidyUp(isTidy: () => Promise<boolean>): Promise<void> {
  await rows('job_turns').deleteMany({});
  const other = await portal.another();
  try {
    await until('the pictures to be tidied up', isTidy);
  } finally {
    await other.stop();
  }
}

/** Lets the time of all pictures pass, and a look at them. */
async function look(): Promise<void> {
  await rows('pictures').updateMany({}, { $set: { keptUntil: new Date(0) } });
  await tidyUp(async () => (await rows('pictures').countDocuments({ keptUntil: new Date(0) })) === 0);
}

it('a picture unused at two checks is removed with its files; used ones are kept', async () => {
  const unused = await uploaded();
  const [inDraft, inPressRelease, beside, earlier, deleted] = [
    ...[await uploaded(), await uploaded(), await uploaded(), await uploaded(), await uploaded()],
  ] as const;
  if (!inDraft || !inPressRelease || !beside || !earlier || !deleted) throw new Error('A picture is missing.');
  await written(textWith(inDraft), 'draft');
  await written(textWith(inPressRelease));
  const out = await written('<p>Words</p>');
  const text = { title: 'News', target: ['public'], sendEmail: false, publishAt: null, content: textWith(beside) };
  await admin.authorised('PUT', `${PATH}/${out.id}/text`, { body: text, headers: { 'If-Match': out.etag } });
  const changed = await written(textWith(earlier));
  await admin.authorised('PATCH', `${PATH}/${changed.id}`, { body: { content: '<p>Without</p>' } });
  const discarded = await written(textWith(deleted));
  await admin.authorised('DELETE', `${PATH}/${discarded.id}`);

  await look();
  expect(await isThere(unused)).toBe(true);
  expect(await rows('pictures').countDocuments({ unshown: true })).toBe(1);
  await look();
  expect(await isThere(unused)).toBe(false);
  for (const picture of [inDraft, inPressRelease, beside, earlier, deleted]) expect(await isThere(picture)).toBe(true);
  expect(await rows('pictures.files').countDocuments()).toBe(5 * 3);
  expect(await rows('pictures.chunks').countDocuments()).toBe(5 * 3);
  const [row] = await rows('pictures').find().sort({ keptUntil: 1 }).limit(1).toArray();
  const days = (Number(row?.keptUntil) - Date.now()) / (24 * 3600 * 1000);
  expect(Math.round(days)).toBe(RETENTION.unusedPictureDays);

  await admin.authorised('DELETE', `/api/admin/bin/press-release/${discarded.id}`);
  await look();
  await look();
  expect(await isThere(deleted)).toBe(false);
});

it('a picture is restored with its release', async () => {
  const picture = await uploaded();
  const release = await written(textWith(picture));
  await admin.authorised('DELETE', `${PATH}/${release.id}`);
  expect((await portal.browser().get(picture.url)).status).toBe(404);
  await admin.authorised('POST', `/api/admin/bin/press-release/${release.id}/restore`);
  expect((await portal.browser().get(picture.url)).status).toBe(200);
});

it('leftovers of a killed process are removed: files, pieces and uploads', async () => {
  const before = await rows('pictures.files').countDocuments();
  const orphan = new Types.ObjectId();
  const unfinished = new Types.ObjectId();
  for (const _id of [orphan, unfinished]) {
    await rows('pictures.files').insertOne({ _id, length: 3, chunkSize: 3, uploadDate: new Date(), filename: 'x' });
    await rows('pictures.chunks').insertOne({ files_id: _id, n: 0, data: Buffer.from('abc') });
  }
  await rows('picture_uploads').insertOne({ _id: unfinished, aliveUntil: new Date(0), condemned: false });
  await tidyUp(async () => (await rows('pictures.files').countDocuments()) === before);
  expect(await rows('pictures.chunks').countDocuments({ files_id: { $in: [orphan, unfinished] } })).toBe(0);
  expect(await rows('picture_uploads').countDocuments()).toBe(0);
});

it('restoring a release or an earlier text extends the retention of its pictures', async () => {
  const [deleted, earlier] = [await uploaded(), await uploaded()];
  const discarded = await written(textWith(deleted));
  await admin.authorised('DELETE', `${PATH}/${discarded.id}`);
  const changed = await written(textWith(earlier));
  const { etag } = read(
    await admin.authorised('PATCH', `${PATH}/${changed.id}`, { body: { content: '<p>Without</p>' } }),
    adminPressReleaseSchema,
  );
  const ids = [deleted, earlier].map(({ id }) => new Types.ObjectId(id));
  // As if the last look had found no text that shows them.
  await rows('pictures').updateMany({ _id: { $in: ids } }, { $set: { keptUntil: new Date(0), unshown: true } });
  await admin.authorised('POST', `/api/admin/bin/press-release/${discarded.id}/restore`);
  const restore = `${PATH}/${changed.id}/revisions/1/restore`;
  expect((await admin.authorised('POST', restore, { headers: { 'If-Match': etag } })).status).toBe(200);
  const picture = { _id: { $in: ids }, keptUntil: { $gt: new Date() }, unshown: { $exists: false } };
  expect(await rows('pictures').countDocuments(picture)).toBe(2);
});

it('sweeps of documents and pictures do not remove files of each other', async () => {
  const picture = await uploaded();
  const orphan = new Types.ObjectId();
  const buckets = ['pictures', 'fs'];
  for (const bucket of buckets) {
    const file = { _id: orphan, length: 3, chunkSize: 3, uploadDate: new Date(), filename: 'x' };
    await rows(`${bucket}.files`).insertOne(file);
    await rows(`${bucket}.chunks`).insertOne({ files_id: orphan, n: 0, data: Buffer.from('abc') });
  }
  const remaining = () => Promise.all(buckets.map((bucket) => rows(`${bucket}.files`).countDocuments({ _id: orphan })));
  await tidyUp(async () => (await remaining()).every((count) => count === 0));
  expect(await isThere(picture)).toBe(true);
});

it('one process sweeps the files once per interval', async () => {
  const take = (ms: number) => takeJobTurn({ connection: portal.connection, now: () => new Date(ms) }, 'a sweep', 1000);
  const first = await Promise.all([take(5000), take(5000), take(5000)]);
  expect(first.filter(Boolean)).toHaveLength(1);
  expect([await take(5999), await take(6000), await take(6001)]).toEqual([false, true, false]);
  // The clock was an hour ahead, and is set back.
  expect([await take(3_600_000), await take(7000), await take(7001)]).toEqual([true, true, false]);
});
