import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { RELEASE, serveReleases, type TestingServer, writeRelease } from './testing-server.ts';

const script = Buffer.from(`${'const portal = 1; // 0123456789\n'.repeat(100)}`);
const address = `/releases/mfe-news/${RELEASE}`;

let dir: string;
let release: string;
let server: TestingServer;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'release-files-'));
  release = writeRelease(
    dir,
    'mfe-news',
    {
      'entry.js': script,
      'styles/a.css': 'a{}',
      'empty.txt': '',
      '.server/bundle.cjs': 'secret',
      'a/.env': 'secret',
      '.maps/entry.js.map': 'secret',
      'entry.js.map': 'secret',
    },
    {
      'entry.js.br': brotliCompressSync(script),
      'entry.js.gz': gzipSync(script),
      'unlisted.js': 'secret',
      '.hidden': 'secret',
    },
  );
  writeFileSync(join(dir, 'outside.js'), 'secret');
  server = await serveReleases(dir);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

test('a listed file is for everybody and for ever, under its type', async () => {
  const answer = await server.get(`${address}/styles/a.css?query=1`);
  expect([answer.status, answer.body.toString()]).toEqual([200, 'a{}']);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'content-length': '3',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    vary: 'Accept-Encoding',
  });
  expect((await server.get(`${address}/empty.txt`)).headers['content-length']).toBe('0');
  expect((await server.get(`${address}/%65ntry.js`)).body).toEqual(script);
});

test.each([
  '/release.json',
  '/unlisted.js',
  '/entry.js.br',
  '/entry.js.gz',
  '/.hidden',
  '/.server/bundle.cjs',
  '/.maps/entry.js.map',
  '/entry.js.map',
  '/entry.js%2emap',
  '/%2eserver/bundle.cjs',
  '/%2Eserver%2Fbundle.cjs',
  '/.server%5cbundle.cjs',
  '/.server\\bundle.cjs',
  '/styles/../.server/bundle.cjs',
  '/styles/%2e%2e/.server/bundle.cjs',
  '/styles/..%2f.server/bundle.cjs',
  '/a/.env',
  '/./entry.js',
  '//entry.js',
  '/entry.js/',
  '/entry.js%00',
  '/%00',
  '/entry.js%0a',
  '/%2e%2e/%2e%2e/outside.js',
  '/../../outside.js',
  '/..\\..\\outside.js',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/outside.js',
  '/%252e%252e/outside.js',
  '/%E0%A4%A',
  '/constructor',
  '/__proto__',
  '/styles',
  '/',
  '',
  `/${'a'.repeat(8000)}`,
  `/${'%61'.repeat(3000)}`,
])('%s of a release is no file of it', async (path) => {
  const answer = await server.get(address + path);
  expect(answer.status).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.toString()).toBe('No release holds this file.');
});

test.each([
  '/releases',
  '/releases/',
  '/releases/mfe-news',
  '/releases/outside.js',
  `/releases/..%2f${RELEASE}/entry.js`,
  `/releases/mfe-news%2f${RELEASE}/entry.js%3f`,
  `/releases/mfe-gone/${RELEASE}/entry.js`,
  '/releases/mfe-news/..%2fmfe-news/entry.js',
  '/releases/mfe-news/9.9.9-ffffffffffff/entry.js',
  '/releases/outside.js/0.1.0-0123456789ab/entry.js',
])('%s is no release', async (path) => {
  expect((await server.get(path)).status).toBe(404);
});

test('an address may have the host before it; what does not begin with /releases is for others', async () => {
  const { port } = server;
  expect((await server.get(`http://localhost:${port}${address}/entry.js?a#b`)).body).toEqual(script);
  for (const path of ['/', '/releasesx', `/x${address}/entry.js`, '//releases/', '*', 'http://localhost'])
    expect((await server.get(path)).body.toString()).toBe('something else');
});

test('each gets the smallest form it takes, and each form has a tag of its own', async () => {
  const plain = await server.get(`${address}/entry.js`);
  const br = await server.get(`${address}/entry.js`, { 'Accept-Encoding': 'gzip, br' });
  const gzip = await server.get(`${address}/entry.js`, { 'Accept-Encoding': 'gzip, br;q=0' });
  expect(plain.body).toEqual(script);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(brotliDecompressSync(br.body)).toEqual(script);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body)).toEqual(script);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
});

test('a file that the client has is 304, without a body', async () => {
  const { etag = '' } = (await server.get(`${address}/entry.js`)).headers;
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await server.get(`${address}/entry.js`, { 'If-None-Match': header });
    expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, etag]);
    expect(answer.headers).toMatchObject({
      'cache-control': expect.stringContaining('immutable'),
      vary: 'Accept-Encoding',
    });
  }
  for (const header of ['"other"', etag.replaceAll('"', ''), '', `${etag}-br`]) {
    expect((await server.get(`${address}/entry.js`, { 'If-None-Match': header })).status).toBe(200);
  }
});

test('If-Match is for exactly this form of the file', async () => {
  const { etag = '' } = (await server.get(`${address}/entry.js`)).headers;
  expect((await server.get(`${address}/entry.js`, { 'If-Match': etag })).status).toBe(200);
  expect((await server.get(`${address}/entry.js`, { 'If-Match': '*' })).status).toBe(200);
  for (const header of ['"other"', `W/${etag}`]) {
    const answer = await server.get(`${address}/entry.js`, { 'If-Match': header });
    expect([answer.status, answer.headers['cache-control']]).toEqual([412, 'no-store']);
  }
});

test('HEAD tells what GET would, without the bytes', async () => {
  const head = await server.get(`${address}/entry.js`, { Range: 'bytes=0-0' }, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(String(script.length));
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused: files are only read', async (method) => {
  const answer = await server.get(`${address}/entry.js`, {}, method);
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
});

describe.each([
  ['kept in memory', {}],
  ['larger than what is kept', { maxCachedBytes: 10 }],
])('a file that is %s', (_, limits) => {
  let other: TestingServer;
  beforeEach(async () => {
    other = await serveReleases(dir, limits);
  });
  afterEach(() => other[Symbol.asyncDispose]());
  const size = script.length;

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=5-14', 5, 15],
    ['bytes=-10', size - 10, size],
    [`bytes=${size - 1}-`, size - 1, size],
    [`bytes=100-${size * 2}`, 100, size],
    ['bytes=0-', 0, size],
  ])('sends the part %s', async (range, start, end) => {
    const answer = await other.get(`${address}/entry.js`, { Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(answer.headers['content-length']).toBe(String(end - start));
    expect(answer.body).toEqual(script.subarray(start, end));
  });

  test.each(['bytes=10-5', 'bytes=a-b', 'bytes=0-1,5-6', 'bytes=', 'lines=0-1'])(
    'is sent whole for %s',
    async (range) => {
      const answer = await other.get(`${address}/entry.js`, { Range: range });
      expect([answer.status, answer.body]).toEqual([200, script]);
    },
  );

  test('has no part beyond its end', async () => {
    const answer = await other.get(`${address}/entry.js`, { Range: `bytes=${size}-` });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('sends a part only of the whole that the client began with', async () => {
    const { etag = '' } = (await other.get(`${address}/entry.js`)).headers;
    const part = { Range: 'bytes=0-0' };
    expect((await other.get(`${address}/entry.js`, { ...part, 'If-Range': etag })).status).toBe(206);
    for (const condition of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 00:00:00 GMT'])
      expect((await other.get(`${address}/entry.js`, { ...part, 'If-Range': condition })).status).toBe(200);
  });

  test('is sent packed, and in parts of the packed form', async () => {
    const packed = brotliCompressSync(script);
    const answer = await other.get(`${address}/entry.js`, { 'Accept-Encoding': 'br', Range: 'bytes=1-' });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([206, 'br']);
    expect(answer.body).toEqual(packed.subarray(1));
  });

  test('is refused, and logged, when it is not what the release lists', async () => {
    const altered = Buffer.from(script);
    altered[7] = 0x21;
    for (const content of [altered, script.subarray(1), Buffer.concat([script, script])]) {
      writeFileSync(join(release, 'entry.js'), content);
      const answer = await other.get(`${address}/entry.js`);
      expect([answer.status, answer.headers['cache-control']]).toEqual([500, 'no-store']);
      expect(answer.body.toString()).toContain('cannot be sent');
    }
    expect(other.logged).toHaveLength(3);
    for (const line of other.logged) expect(line).toContain('entry.js has other content');
    writeFileSync(join(release, 'entry.js'), script);
    expect((await other.get(`${address}/entry.js`)).body).toEqual(script);
  });

  test.each([
    ['no packed form at all', Buffer.from('not packed')],
    ['packed from something else', brotliCompressSync('other')],
    ['a bomb', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['cut off', brotliCompressSync(script).subarray(0, -2)],
  ])('is sent plain, and that is logged, when its packed form is %s', async (__, twin) => {
    writeFileSync(join(release, 'entry.js.br'), twin);
    const answer = await other.get(`${address}/entry.js`, { 'Accept-Encoding': 'br' });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    expect(answer.body).toEqual(script);
    expect(other.logged.join('')).toContain('entry.js.br');
  });

  test('is 404 when it has vanished, 500 when something else is in its place, and back when it is', async () => {
    rmSync(join(release, 'entry.js'));
    expect((await other.get(`${address}/entry.js`)).status).toBe(404);
    mkdirSync(join(release, 'entry.js'));
    expect((await other.get(`${address}/entry.js`)).status).toBe(500);
    rmSync(join(release, 'entry.js'), { recursive: true });
    symlinkSync('entry.js', join(release, 'entry.js'));
    expect((await other.get(`${address}/entry.js`)).status).toBe(500);
    rmSync(join(release, 'entry.js'));
    writeFileSync(join(release, 'entry.js'), script);
    expect((await other.get(`${address}/entry.js`)).body).toEqual(script);
  });
});

test('what was looked at stays good in memory while it is altered or gone on the disk', async () => {
  await server.get(`${address}/entry.js`);
  writeFileSync(join(release, 'entry.js'), 'altered');
  expect((await server.get(`${address}/entry.js`)).body).toEqual(script);
  rmSync(release, { recursive: true });
  expect((await server.get(`${address}/entry.js`)).body).toEqual(script);
});

test('a file evicted from the cache is read again', async () => {
  await using small = await serveReleases(dir, { maxCachedBytes: 2 * script.length });
  const other = writeRelease(dir, 'mfe-other', { 'other.js': script });
  await small.get(`${address}/entry.js`);
  await small.get(`/releases/mfe-other/${RELEASE}/other.js`);
  writeFileSync(join(release, 'entry.js'), 'altered');
  writeFileSync(join(other, 'other.js'), 'altered');
  expect((await small.get(`${address}/entry.js`)).status).toBe(500);
  expect((await small.get(`/releases/mfe-other/${RELEASE}/other.js`)).status).toBe(200);
});

test('a release that is published later is served', async () => {
  const later = `/releases/mfe-later/${RELEASE}/entry.js`;
  expect((await server.get(later)).status).toBe(404);
  writeRelease(dir, 'mfe-later', { 'entry.js': 'later' });
  expect((await server.get(later)).body.toString()).toBe('later');
});

test.each([
  ['not JSON', '{', /is not a manifest/],
  ['no manifest', '{"name":"mfe-news"}', /is not a manifest/],
  [
    'that of another release',
    JSON.stringify({ name: 'mfe-other', release: RELEASE, files: [] }),
    /manifest of mfe-other/,
  ],
])('a release whose manifest is %s is an error, logged with its id', async (_, content, words) => {
  writeFileSync(join(release, 'release.json'), content);
  const answer = await server.get(`${address}/entry.js`);
  expect(answer.status).toBe(500);
  const id = /Request ([0-9a-f-]{36})/.exec(answer.body.toString())?.[1] ?? 'none';
  expect(server.logged.join('')).toContain(id);
  expect(server.logged.join('')).toMatch(words);
});

test('many who ask for one file at once all get it', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.get(`${address}/entry.js`)));
  for (const answer of answers) expect(answer.body).toEqual(script);
});
