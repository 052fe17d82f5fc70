import { pictureSchema } from '@cytocomm/contract';
import { createLog } from '@cytocomm/listener';
import sharp from 'sharp';
import type { TestBrowser } from '../../testing/browser.ts';
import { expectProblem } from '../../testing/expect-problem.ts';
import { read } from '../../testing/json.ts';
import { FORM_END, fileHead } from '../../testing/multipart.ts';
import { drawn, PICTURES_PATH, uploadTo } from '../../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { slowUpload } from '../../testing/slow-upload.ts';
import { until } from '../../testing/until.ts';
import { createConverter } from './converter.ts';

let portal: TestPortal;
let admin: TestBrowser;
let other: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  other = await portal.signedInAs('other@x.example', 'admin');
});
afterAll(() => portal.stop());

jest.setTimeout(60_000);

const count = (name: string) => portal.connection.collection(name).countDocuments();
const stored = async () => ({
  pictures: await count('pictures'),
  files: await count('pictures.files'),
  uploads: await count('picture_uploads'),
});
const small = () => drawn(30, 20).png().toBuffer();

it('of a burst four of one person are taken, and eight in all; the others are told when to come again', async () => {
  const before = await stored();
  const file = await small();
  const answers = await Promise.all(
    [...Array(8).fill(admin), ...Array(8).fill(other)].map((each) => uploadTo(each, file)),
  );
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken.length).toBeGreaterThanOrEqual(8);
  for (const answer of answers.filter((each) => !taken.includes(each))) {
    expectProblem(answer, answer.status, answer.status === 429 ? 'rate-limited' : 'busy');
    expect([429, 503]).toContain(answer.status);
    expect(answer.headers['retry-after']).toBe('5');
  }
  expect(await stored()).toEqual({
    pictures: before.pictures + taken.length,
    files: before.files + 3 * taken.length,
    uploads: 0,
  });
});

it('two people who upload the same picture at once have a picture each', async () => {
  const file = await small();
  const [one, two] = await Promise.all([uploadTo(admin, file), uploadTo(other, file)]);
  expect(read(one, pictureSchema, 201).id).not.toBe(read(two, pictureSchema, 201).id);
});

describe('an upload that is cut off', () => {
  it.each([
    ['before its first byte', 0],
    ['in the middle', 0.5],
    ['before the end of the form', 1],
  ])('%s leaves nothing, and its place is free again', async (_when, part) => {
    const before = await stored();
    const file = await small();
    for (let each = 0; each < 5; each += 1) {
      const upload = slowUpload(portal.url, await admin.token(), {}, PICTURES_PATH);
      await upload.write(fileHead('a.png'));
      if (part > 0) await upload.write(file.subarray(0, file.length * part));
      upload.sent.destroy();
    }
    await until('a place to be free', async () => (await uploadTo(admin, Buffer.from('x'))).status === 415);
    expect(await stored()).toEqual(before);
  });

  it('when its picture is being converted stores nothing', async () => {
    const before = await stored();
    const upload = slowUpload(portal.url, await admin.token(), {}, PICTURES_PATH);
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const large = await sharp({ create: { width: 1600, height: 1600, channels: 3, background: 'red', noise } })
      .jpeg()
      .toBuffer();
    await upload.write(Buffer.concat([Buffer.from(fileHead('a.jpg')), large, Buffer.from(FORM_END)]));
    upload.sent.end();
    upload.sent.destroy();
    // It waits for the one before.
    read(await uploadTo(admin, await small()), pictureSchema, 201);
    expect(await stored()).toEqual({ pictures: before.pictures + 1, files: before.files + 3, uploads: 0 });
  });
});

it('a conversion that takes too long is ended, and the next one runs', async () => {
  const log = createLog('silent');
  const { signal } = new AbortController();
  const file = await small();
  const hurried = createConverter(log, 1);
  await expect(hurried.convert(file, signal)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  await expect(createConverter(log).convert(file, signal)).resolves.toMatchObject({ width: 30, height: 20 });
});

it('one that is not wanted any more is not begun', async () => {
  const gone = new AbortController();
  gone.abort(new Error('gone'));
  await expect(createConverter(createLog('silent')).convert(await small(), gone.signal)).rejects.toThrow('gone');
});
