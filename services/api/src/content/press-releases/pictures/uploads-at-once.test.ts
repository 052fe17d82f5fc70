import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pictureSchema } from '@cytocomm/contract';
import { createLog } from '@cytocomm/runtime';
import { pino } from 'pino';
import sharp from 'sharp';
import { expectProblem, read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { drawPicture, PICTURES_PATH, uploadTo } from '../../../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { FORM_END, fileHead, type SlowUpload, slowUpload } from '../../../testing/uploads.ts';
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

const count = (name: string) => portal.connection.collection(name).countDocuments();
const stored = async () => ({
  pictures: await count('pictures'),
  files: await count('pictures.files'),
  uploads: await count('picture_uploads'),
});
const small = () => drawPicture(30, 20).png().toBuffer();

describe('uploads that do not end', () => {
  const open: SlowUpload[] = [];
  async function hold(person: TestBrowser, count: number): Promise<void> {
    for (let each = 0; each < count; each += 1) {
      const upload = slowUpload(portal.url, await person.token(), {}, PICTURES_PATH);
      open.push(upload);
      await upload.write(fileHead('a.png'));
    }
  }
  const refused = async (person: TestBrowser, status: number, code: string) =>
    until(`a ${status}`, async () => {
      const answer = await uploadTo(person, Buffer.from('x'));
      // Until the others have arrived it is taken, and found to be no picture.
      if (answer.status === 415) return false;
      expectProblem(answer, status, code);
      expect(answer.headers['retry-after']).toBe('5');
      return true;
    });

  it('take four slots per person and eight in total; others get Retry-After', async () => {
    const before = await stored();
    const third = await portal.signedInAs('third@x.example', 'admin');
    await hold(admin, 4);
    await refused(admin, 429, 'rate-limited');
    expect((await uploadTo(other, Buffer.from('x'))).status).toBe(415);
    await hold(other, 4);
    await refused(third, 503, 'busy');
    for (const upload of open.splice(0)) upload.sent.destroy();
    await until('a place to be free', async () => (await uploadTo(third, Buffer.from('x'))).status === 415);
    await until('their own, too', async () => (await uploadTo(admin, await small())).status === 201);
    const { pictures, files } = before;
    expect(await stored()).toEqual({ pictures: pictures + 1, files: files + 3, uploads: 0 });
  });
});

it('two concurrent uploads of the same picture make two pictures', async () => {
  const file = await small();
  const [one, two] = await Promise.all([uploadTo(admin, file), uploadTo(other, file)]);
  expect(read(one, pictureSchema, 201).id).not.toBe(read(two, pictureSchema, 201).id);
});

describe('an upload that is cut off', () => {
  it.each([
    ['before its first byte', 0],
    ['in the middle', 0.5],
    ['before the end of the form', 1],
  ])('%s leaves nothing and frees its slot', async (_when, part) => {
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

  it('during the conversion stores nothing', async () => {
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

it('a conversion that takes too long is ended, and the next one starts', async () => {
  const log = createLog('silent');
  const { signal } = new AbortController();
  const file = await small();
  const hurried = createConverter(log, 1);
  await expect(hurried.convert(file, signal)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  await expect(createConverter(log).convert(file, signal)).resolves.toMatchObject({ width: 30, height: 20 });
});

it('a cancelled conversion does not start', async () => {
  const cancelled = new AbortController();
  cancelled.abort(new Error('gone'));
  await expect(createConverter(createLog('silent')).convert(await small(), cancelled.signal)).rejects.toThrow('gone');
});

describe('a failed conversion', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cytocomm-converter-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function endingOf(program: string) {
    const lines: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
    const path = join(folder, 'program.mjs');
    await writeFile(path, program);
    const converter = createConverter(log, 30_000, path);
    const { status, code } = await converter.convert(await small(), new AbortController().signal).then(
      () => ({ status: 200, code: '' }),
      (error) => error,
    );
    return { status, code, lines };
  }

  it.each([
    [
      'cannot start',
      "import 'sharp-that-is-not-there';",
      { code: 1, stderr: expect.stringContaining('sharp-that-is-not') },
    ],
    ['has no memory left', "process.kill(process.pid, 'SIGKILL');", { code: null, signal: 'SIGKILL' }],
    ['says what makes no sense', "process.stdout.write('x');", { code: 0, signal: null }],
  ])('because the program %s is logged and not blamed on the file', async (_why, program, line) => {
    expect(await endingOf(program)).toMatchObject({
      status: 503,
      code: 'unavailable',
      lines: [{ level: 50, ...line }],
    });
  });

  it('that hangs ends waiting ones within the same timeout', async () => {
    const path = join(folder, 'hanging.mjs');
    const startedFile = join(folder, 'started');
    await writeFile(startedFile, '');
    await writeFile(
      path,
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(startedFile)}, 'x'); setInterval(() => 0, 1000);`,
    );
    const converter = createConverter(createLog('silent'), 3000, path);
    const file = await small();
    const { signal } = new AbortController();
    const endings = await Promise.allSettled([1, 2, 3].map(() => converter.convert(file, signal)));
    expect(endings).toEqual(
      endings.map(() => expect.objectContaining({ reason: expect.objectContaining({ status: 503 }) })),
    );
    expect(await readFile(startedFile, 'utf8')).toBe('x');
  });

  it.each(['SIGSEGV', 'SIGABRT'])('by a crash of the decoder with %s is blamed on the file', async (signal) => {
    const ending = await endingOf(`process.kill(process.pid, '${signal}');`);
    expect(ending).toMatchObject({ status: 400, code: 'validation', lines: [{ level: 40, signal }] });
  });

  it('because of oversized forms is blamed on the file, too', async () => {
    const ending = await endingOf('process.stdout.write(Buffer.alloc(65 * 1024 * 1024));');
    expect(ending).toMatchObject({ status: 400, code: 'validation', lines: [{ level: 40 }] });
  });

  it.each([
    ['has no process for it', '/there/is/no/such/program'],
    ['cannot name it', 'no\0name'],
  ])('because the machine %s is a 503, and logged', async (_why, program) => {
    const { execPath } = process;
    process.execPath = program;
    try {
      expect(await endingOf('')).toMatchObject({ status: 503, code: 'unavailable', lines: [{ level: 50 }] });
    } finally {
      process.execPath = execPath;
    }
  });
});
