import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { MAX_PACKED_RELEASE_BYTES, MAX_RELEASE_BYTES } from '@cytocomm/contract';
import { expectProblem } from '../../testing/browser.ts';
import { type Cable, layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { startTestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { archiveOf, type Entry, type Files, releaseFiles, tarOf } from '../../testing/releases.ts';
import { unpackRelease } from './unpack.ts';
import { uploadBody } from './upload-body.ts';

// What a publisher may send that is no release: a stated refusal for each, and nothing left of it.

let portal: TestPortal;
let cable: Cable;
let idToken = '';
let good: Files;
beforeAll(async () => {
  const database = await startTestDatabase();
  cable = await layCable(database.uri);
  portal = await startTestPortal({ MONGODB_URI: cable.uri }, '', database);
  idToken = await (await portal.signedInAs('developer@x.example', 'developer')).token();
  good = await releaseFiles();
});
afterAll(async () => {
  await portal.stop();
  cable.cut();
});

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('cytocomm-release-'));
/** What an earlier run left is not ours. */
const earlier = new Set(folders());
const scratch = () => folders().filter((name) => !earlier.has(name));
async function expectNothing(): Promise<void> {
  for (const name of ['releases', 'release_blobs', 'release_files.files', 'release_files.chunks'])
    expect([name, await portal.connection.collection(name).countDocuments()]).toEqual([name, 0]);
  // Other tests unpack at the same time: what they begin meanwhile is not waited for.
  const foldersBefore = new Set(scratch());
  await until('the folder to be removed', async () => !scratch().some((name) => foldersBefore.has(name)));
}
afterEach(expectNothing);

const send = (body: Buffer, headers: Record<string, string> = {}) =>
  portal.browser().call('POST', '/api/releases/mfe-lab', {
    headers: { 'Content-Type': 'application/gzip', Authorization: `Bearer ${idToken}`, ...headers },
    body,
  });
const text = (value: unknown) => JSON.stringify(value);
const lying = (change: (manifest: Record<string, unknown>) => object): Files => ({
  ...good,
  'release.json': text({
    ...JSON.parse(good['release.json'] ?? ''),
    ...change(JSON.parse(good['release.json'] ?? '')),
  }),
});

const lies: readonly [string, () => Files, RegExp][] = [
  ['another file', () => ({ ...good, 'Page.js': '1' }), /Page\.js.*other content/],
  [
    'another size',
    () => lying(({ files }) => ({ files: [...(files as object[]).map((each) => ({ ...each, bytes: 1 }))] })),
    /release/,
  ],
  ['another name', () => lying(() => ({ name: 'mfe-other' })), /name/],
  ['no version', () => lying(() => ({ version: 'one' })), /version/],
  ['a file too many', () => ({ ...good, 'More.js': '1' }), /More\.js.*not listed/],
  [
    'a file too few',
    () => Object.fromEntries(Object.entries(good).filter(([path]) => path !== 'Page.js')),
    /Page\.js.*missing/,
  ],
  ['a twin of another file', () => ({ ...good, 'Page.js.gz': '1' }), /Page\.js\.gz/],
  ['an entry that is not listed', () => lying(() => ({ entry: 'Other.js' })), /Other\.js/],
  ['no manifest', () => ({ 'Page.js': '1' }), /release\.json/],
  ['a manifest that is no JSON', () => ({ ...good, 'release.json': '{' }), /release\.json/],
  ['an unknown field', () => lying(() => ({ admin: true })), /admin/],
];

it.each(lies)('a wrong manifest: %s', async (_, files, words) => {
  const { errors } = expectProblem(await send(await archiveOf(files())), 422, 'release-invalid');
  expect(text(errors)).toMatch(words);
  expect(text(errors)).not.toContain(tmpdir());
});

const names: readonly string[] = [
  ...['../x.js', 'a/../../x.js', '/etc/x.js', '..', 'a//b.js', 'a/./b.js', 'a\\b.js', 'C:x.js', 'ä.js', 'x\n.js'],
  `${'a'.repeat(250)}.js`,
  Array.from({ length: 12 }, () => 'a').join('/'),
];

it.each(names)('an unsafe name: %j', async (name) => {
  const archive = await archiveOf(good, [{ name, content: '1' }]);
  expectProblem(await send(archive), 422, 'release-invalid');
});

/** Writes the checksum that follows from a tar's header. */
function withChecksum(head: Buffer): Buffer {
  head.fill(' ', 148, 156);
  const sum = head.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** Returns a tar's header with another type or size, and the checksum that follows. */
async function headerOf(type: string, size: number | string): Promise<Buffer> {
  const head = (await tarOf([{ name: 'Page.js', content: '1' }])).subarray(0, 512);
  head.write(typeof size === 'string' ? size : `${size.toString(8).padStart(11, '0')}\0`, 124);
  head.write(type, 156);
  return withChecksum(head);
}

/** Opens an upload, and announces this much of it. */
function openUpload(bytes: number): Socket {
  const { hostname, port } = new URL(portal.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /api/releases/mfe-lab HTTP/1.1',
    ...[`Host: ${hostname}:${port}`, `Authorization: Bearer ${idToken}`],
    ...['Content-Type: application/gzip', `Content-Length: ${bytes}`],
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

it('an empty name', async () => {
  const tar = await tarOf([{ name: 'x', content: '1' }]);
  tar[0] = 0;
  expectProblem(await send(gzipSync(withChecksum(tar))), 422, 'release-invalid');
});

const entries: readonly [string, Entry][] = [
  ['a symbolic link', { name: 'host', type: 'symlink', linkname: '/etc/hostname' }],
  ['a hard link', { name: 'host', type: 'link', linkname: 'Page.js' }],
  ['a device', { name: 'disk', type: 'block-device', devmajor: 8, devminor: 0 }],
  ['a character device', { name: 'null', type: 'character-device', devmajor: 1, devminor: 3 }],
  ['a pipe', { name: 'pipe', type: 'fifo' }],
  ['the same name again', { name: 'Page.js', content: '1' }],
  ['the same name with ./', { name: './Page.js', content: '1' }],
  ['the same name in upper case', { name: 'PAGE.JS', content: '1' }],
  ['a folder where a file is', { name: 'Page.js/x.js', content: '1' }],
];

it.each(entries)('%s', async (_, entry) => {
  const { detail } = expectProblem(await send(await archiveOf(good, [entry])), 422, 'release-invalid');
  expect(detail).not.toContain(tmpdir());
});

it('no archive at all', async () => {
  for (const body of [Buffer.from('plain words'), Buffer.alloc(0), gzipSync('plain words'), gzipSync(Buffer.alloc(0))])
    expectProblem(await send(body), 422, 'release-invalid');
});

it('another content type', async () => {
  const archive = await archiveOf(good);
  for (const type of ['application/json', 'application/x-tar', 'multipart/form-data; boundary=x'])
    expectProblem(await send(archive, { 'Content-Type': type }), 415, 'unsupported-media-type');
});

it('10,000 names', async () => {
  const many = Array.from({ length: 10_000 }, (_, index): Entry => ({ name: `f${index}.js` }));
  expectProblem(await send(gzipSync(await tarOf(many))), 413, 'too-large');
});

it('a gzip bomb: a file, and an endless header', async () => {
  expectProblem(await send(gzipSync(await headerOf('0', '77777777777\0'))), 413, 'too-large');
  const zeros = gzipSync(Buffer.alloc(MAX_RELEASE_BYTES + 30 * 1024 * 1024), { level: 1 });
  expect(zeros.length).toBeLessThan(2 * 1024 * 1024);
  expectProblem(await send(zeros), 413, 'too-large');
});

const padded = (content: string) => Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'));

it.each(['x', 'g', 'L', 'K', 'N'])('a header of type %s that is too long, or too many of them', async (type) => {
  const attribute = '15 mtime=12345\n';
  const long = attribute.repeat(5000);
  const one = Buffer.concat([await headerOf(type, long.length), padded(long)]);
  const { errors } = expectProblem(await send(gzipSync(one)), 422, 'release-invalid');
  expect(text(errors)).toContain('too long');
  const short = attribute.repeat(4000);
  const many = Buffer.concat([await headerOf(type, short.length), padded(short)]);
  const answer = expectProblem(await send(gzipSync(Buffer.concat(Array(80).fill(many)))), 422, 'release-invalid');
  expect(text(answer.errors)).toContain('too long');
});

it('a header with an ambiguous size', async () => {
  const size = '14 size=10000\n';
  const bad: readonly [string, Buffer][] = [
    ['two sizes', Buffer.concat([await headerOf('x', size.length), padded(size), await headerOf('0', 1), padded('1')])],
    ['two sizes', Buffer.concat([await headerOf('g', size.length), padded(size), await headerOf('0', 1), padded('1')])],
    ['a plain size', Buffer.concat([await headerOf('0', '\x00\x001\x00'), padded('1')])],
    ['a folder with content', Buffer.concat([await headerOf('5', 1), padded('1')])],
  ];
  for (const [words, archive] of bad) {
    const { errors } = expectProblem(await send(gzipSync(archive)), 422, 'release-invalid');
    expect(text(errors)).toContain(words);
  }
});

it('a fault of the machine is not blamed on the archive', async () => {
  const archive = await archiveOf(good);
  const unpacking = unpackRelease(Readable.from([archive]), join(tmpdir(), 'x'.repeat(300)));
  await expect(unpacking).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
});

it('60 MB are refused by their declared length, before reading', async () => {
  const socket = openUpload(60 * 1024 * 1024);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413/);
  socket.destroy();
});

it('60 MB without a declared length', async () => {
  const req = Object.assign(new PassThrough(), { complete: false });
  const reading = uploadBody(req, 10).resume();
  const failed = once(reading, 'error');
  req.write('x'.repeat(11));
  const [error] = await failed;
  expect(error).toMatchObject({ status: 413 });
  expect(MAX_PACKED_RELEASE_BYTES).toBe(50 * 1024 * 1024);
});

it('an upload that stalls', async () => {
  const req = Object.assign(new PassThrough(), { complete: false });
  const failed = once(uploadBody(req, 1000, 20).resume(), 'error');
  req.write('x');
  const [error] = await failed;
  expect(error).toMatchObject({ status: 408, code: 'request-timeout' });
});

it('an upload that is too slow for half a minute, unlike fast or paused ones', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const upload = () => {
    const req = Object.assign(new PassThrough(), { complete: false });
    const reading = uploadBody(req, 10_000_000);
    const failure = once(reading, 'error').then(([error]) => error);
    const send = async (bytes: number, ms: number) => {
      now += ms;
      req.write(Buffer.alloc(bytes));
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { reading, failure, send };
  };
  try {
    const dripping = upload();
    dripping.reading.resume();
    await dripping.send(1, 0);
    for (let turn = 0; turn < 3; turn += 1) await dripping.send(1, 10_000);
    expect(dripping.reading.destroyed).toBe(false);
    await dripping.send(1, 10_000);
    expect(await dripping.failure).toMatchObject({
      status: 408,
      message: expect.stringContaining('slower than 10 KB'),
    });

    const steady = upload();
    steady.reading.resume();
    for (let turn = 0; turn < 10; turn += 1) await steady.send(100_000, 10_000);
    expect(steady.reading.destroyed).toBe(false);

    const unread = upload();
    await unread.send(100_000, 0);
    await unread.send(1, 3_600_000);
    expect(unread.reading.destroyed).toBe(false);
    for (const { reading } of [steady, unread]) reading.destroy();
  } finally {
    clock.mockRestore();
  }
});

it('an upload that is cut off at every tenth of its length', async () => {
  const archive = await archiveOf(await releaseFiles({ files: { 'More.js': `/*${Math.E}*/`.repeat(50) } }));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const socket = openUpload(archive.length);
    await new Promise((resolve) =>
      socket.write(archive.subarray(0, Math.floor((archive.length * tenth) / 10)), resolve),
    );
    await until('the upload to begin', async () => scratch().length > 0);
    socket.destroy();
    await expectNothing();
    // Cut off in the archive, and sent as if it were whole.
    if (tenth > 0) {
      const part = archive.subarray(0, Math.floor((archive.length * tenth) / 10));
      expectProblem(await send(part), 422, 'release-invalid');
    }
  }
});

it('the database away at each step: nothing is visible, and the caller gets an error', async () => {
  const archive = await archiveOf(good);
  const steps = ['insert release_files.chunks', 'insert release_blobs', 'insert releases'];
  for (const step of steps) {
    cable.onCommand = ({ name, collection }) => (`${name} ${collection}` === step ? 'cut' : undefined);
    expectProblem(await send(archive), 503, 'database-unavailable');
    cable.onCommand = undefined;
    await cable.mend();
    await until('the database', async () => (await send(Buffer.alloc(0))).status === 422);
    expect(await portal.connection.collection('releases').countDocuments()).toBe(0);
  }
  expect((await send(archive)).status).toBe(201);
  for (const name of ['releases', 'release_blobs', 'release_files.files', 'release_files.chunks'])
    await portal.connection.collection(name).deleteMany({});
});
