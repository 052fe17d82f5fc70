import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'mime-types';
import { RELEASE, serveReleases, type TestingServer, writeRelease } from './testing-server.ts';

const address = `/releases/mfe-news/${RELEASE}`;
/** All that this package knows, and what it does not. */
const ENDINGS = [...Object.keys(types), 'HTML', 'Svg', 'unknown'].filter((ending) => ending !== 'map');
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

let dir: string;
let server: TestingServer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'documents-'));
  const files = ['plain', ...ENDINGS.map((ending) => `a.${ending}`)].map((path) => [path, '<script>1</script>']);
  writeRelease(dir, 'mfe-news', Object.fromEntries(files));
  server = await serveReleases(dir);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

test('a file of any name runs only as a script that a page of the portal loads', async () => {
  const scripts: string[] = [];
  const pictures: string[] = [];
  const rendered: string[] = [];
  for (const ending of ENDINGS) {
    const { status, headers } = await server.get(`${address}/a.${ending}`);
    expect([ending, status, headers['x-content-type-options']]).toEqual([ending, 200, 'nosniff']);
    const type = headers['content-type'] ?? '';
    if (type.startsWith('text/javascript')) scripts.push(ending);
    else expect([ending, headers['content-security-policy']]).toEqual([ending, SANDBOX]);
    if (type === 'image/svg+xml') pictures.push(ending);
    else if (/html|xml|xsl|pdf|multipart|rfc822/.test(type)) rendered.push(ending);
  }
  expect(scripts).toEqual(['js', 'mjs']);
  expect(pictures).toEqual(['svg', 'Svg']);
  expect(rendered).toEqual([]);
});

test('what pages load keeps its type, and is cached for ever; what could be opened as a page, for a day', async () => {
  const headersOf = async (path: string) => {
    const { headers } = await server.get(`${address}/${path}`);
    return [headers['content-type'], headers['cache-control']];
  };
  const year = 'public, max-age=31536000, immutable';
  expect(await headersOf('a.js')).toEqual(['text/javascript; charset=utf-8', year]);
  expect(await headersOf('a.css')).toEqual(['text/css; charset=utf-8', year]);
  expect(await headersOf('a.json')).toEqual(['application/json; charset=utf-8', year]);
  expect(await headersOf('a.wasm')).toEqual(['application/wasm', year]);
  expect(await headersOf('a.woff2')).toEqual(['font/woff2', year]);
  expect(await headersOf('a.png')).toEqual(['image/png', year]);
  expect(await headersOf('a.svg')).toEqual(['image/svg+xml', 'public, max-age=86400']);
  for (const path of ['a.html', 'a.HTML', 'a.xml', 'a.pdf', 'plain'])
    expect(await headersOf(path)).toEqual(['application/octet-stream', 'public, max-age=86400']);
});

test('a script that is started as a worker has the rights of a page, and a missing file none', async () => {
  const policyOf = async (path: string) => (await server.get(`${address}/${path}`)).headers['content-security-policy'];
  expect(await policyOf('a.js')).toBe("default-src 'self'; object-src 'none'; frame-ancestors 'none'");
  expect(await policyOf('gone.html')).toBe(SANDBOX);
});
