import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Lock } from '@cytocomm/contract';
import pino from 'pino';
import { createWebApp } from './app.ts';
import { readWebConfig } from './config.ts';
import { renderDocument } from './document.ts';
import { RELEASE, writeRelease } from './files/testing-server.ts';
import { lockFolder } from './lock-source.ts';
import { START_WATCH_SCRIPT, START_WATCH_SOURCE } from './start-watch.ts';
import { INTEGRITY, lockedRelease, lockOf, recordOf } from './testing-lock.ts';

const releaseId = RELEASE;
const script = 'const plain = 1;'.repeat(10);

const news = lockedRelease('mfe-news', {
  components: { News: { scripts: ['news.js'], styles: ['news.css'] }, Other: { scripts: ['other.js'], styles: [] } },
  files: ['entry.js', 'news.js', 'news.css', 'other.js'].map((path) => ({ path, integrity: INTEGRITY, bytes: 1 })),
  contributions: {
    routes: [{ path: '/news', component: 'News', title: 'News </script><b>', public: true }],
    links: [{ group: 'company', label: 'What is new?', path: '/news', order: 0 }],
    sections: [],
    overlays: [],
  },
});
const shell = lockedRelease('shell', {
  components: { Main: { scripts: ['entry.js'], styles: [] } },
  contributions: {
    routes: [{ path: '/dashboard', component: 'Dashboard', title: 'Dashboard', below: true, public: false }],
    links: [{ group: 'account', label: 'Mine', path: '/dashboard', order: 0 }],
    sections: [],
    overlays: [],
  },
});
const lock = lockOf(shell, [news]);

let dir: string;
let server: Server;
let url: string;
let logged: string[];

function promote(id: string, content: string | object): void {
  writeFileSync(
    join(dir, 'locks', `${id}.json`),
    typeof content === 'string' ? content : JSON.stringify(recordOf(content)),
  );
  writeFileSync(join(dir, 'locks', 'current'), `${id}\n`);
  // Two writes within one tick of the clock would look like one.
  utimesSync(join(dir, 'locks', 'current'), new Date(), new Date(Date.now() + promotions++ * 1000));
}
let promotions = 1;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(dir, 'locks'));
  writeRelease(
    join(dir, 'releases'),
    'mfe-news',
    { 'entry.js': script, '.server/bundle.cjs': 'secret' },
    { 'entry.js.br': brotliCompressSync(script) },
  );
  logged = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const config = readWebConfig({
    PUBLIC_URL: 'https://portal.example',
    RELEASES_DIR: join(dir, 'releases'),
    LOCKS_DIR: join(dir, 'locks'),
    LAB_SOFTWARE_URL: 'https://lab.example/?a=1&b="2',
    STALE_TAB_MINUTES: '90',
  });
  server = createServer(createWebApp({ config, locks: lockFolder(config.LOCKS_DIR), log }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  promote(lock.id, lock);
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

/** A request without what fetch adds and undoes by itself (cache headers, decoding). */
function bare(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    // A path is sent as it is written: as part of an address, `..` would be folded away before.
    request(url, { path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });

test('a page holds the whole lock as data that cannot end its block', async () => {
  const html = await (await get('/news')).text();
  const block = /<script type="application\/json" id="portal-lock">(.*?)<\/script>/s.exec(html)?.[1];
  expect(JSON.parse(block ?? '')).toEqual(lock);
  expect(html).toContain('<title>News &lt;/script&gt;&lt;b&gt; · Cytocomm</title>');
});

test('every page names the lab software of the deployment, for dashboards that are reached without a page load', async () => {
  const meta = '<meta name="lab-software" content="https://lab.example/?a=1&amp;b=&quot;2">';
  for (const path of ['/news', '/dashboard']) expect(await (await get(path)).text()).toContain(meta);
});

test('the script that reports a shell that does not start is in pages of shells that say so', () => {
  const written = (contract: string) =>
    renderDocument({ ...lock, shell: { ...lock.shell, contract } }, undefined, []).split(START_WATCH_SCRIPT).length - 1;
  expect(['1.3.9', '1.4.0', '2.0.0'].map(written)).toEqual([0, 1, 1]);
  // Which the policy's hash depends on, and no end of a script is in it.
  expect(START_WATCH_SOURCE).toBe(`'sha256-${createHash('sha256').update(START_WATCH_SCRIPT).digest('base64')}'`);
  expect(START_WATCH_SCRIPT).not.toMatch(/<\/script|<!--/i);
});

test('every page has the age from which its tab is told of a newer version', async () => {
  const meta = '<meta name="stale-tab-minutes" content="90">';
  for (const path of ['/news', '/dashboard', '/none']) expect(await (await get(path)).text()).toContain(meta);
});

test('a page preloads just what its route needs, in the mode in which it is loaded later', async () => {
  const html = await (await get('/news')).text();
  const preloads = [
    ...html.matchAll(/<link rel="preload" as="script" href="([^"]+)" integrity="([^"]+)" crossorigin="anonymous">/g),
  ];
  expect(preloads.map(([, href]) => href)).toEqual([`${news.baseUrl}entry.js`, `${news.baseUrl}news.js`]);
  expect(html).toContain(`<link rel="stylesheet" data-href="news.css" href="${news.baseUrl}news.css"`);
  expect(html).not.toContain('other.js" integrity');
});

test('a path with a slash too many leads to the page, query and all', async () => {
  const answer = await bare('/news/?release=1', {});
  expect([answer.status, answer.headers.location]).toEqual([308, '/news?release=1']);
});

test.each([
  ['/news%23token=a%3Fb', '/news#token=a%3Fb'],
  ['/News/%2523x?y', '/News/#x?y'],
])('%s, of which a gateway has encoded the fragment, leads to %s', async (path, to) => {
  const answer = await bare(path, {});
  expect([answer.status, answer.headers.location]).toEqual([302, to]);
  expect((await bare(path.replace('/', '/none/'), {})).status).toBe(404);
});

test.each([
  ['/News', '/news'],
  ['/NEWS/?a=%41&b', '/news?a=%41&b'],
  ['/what-is-new', '/news'],
  ['/What-Is-New?release=1', '/news?release=1'],
  ['/Dashboard/Admin/users/?q=a', '/dashboard/Admin/users?q=a'],
])('%s leads for good to %s, also for HEAD, and to nothing for other methods', async (path, to) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(url + path, { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, to]);
  }
  expect((await fetch(url + path, { method: 'POST', redirect: 'manual' })).status).toBe(405);
});

test.each([
  ['/news', 200],
  ['/dashboard', 200],
  ['/dashboard/admin/users', 200],
  ['/dashboard/no-such//page/%00', 200],
  ['/dashboards', 404],
  ['/news/below', 404],
  ['/no-such-page', 404],
  ['/mine', 404],
  ['/NEWS%00', 404],
  ['/%E0%A4%A', 404],
])('%s answers %i with the page in HTML', async (path, status) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});

test('below the dashboard is the very page of the dashboard', async () => {
  const [page, below] = await Promise.all([get('/dashboard'), get('/dashboard/admin/users?q=a')]);
  expect(below.headers.get('etag')).toBe(page.headers.get('etag'));
  expect(await below.text()).toBe(await page.text());
});

test('a page that the browser has cached is 304; with another lock it is sent again', async () => {
  const encodings = ['br', 'gzip', 'identity'];
  const tags: string[] = [];
  for (const encoding of encodings) {
    const { etag = '' } = (await bare('/news', { 'Accept-Encoding': encoding })).headers;
    tags.push(etag);
    const again = await bare('/news', { 'Accept-Encoding': encoding, 'If-None-Match': etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
  }
  // Other bytes under one strong tag could be joined to one broken page (RFC 9110, 8.8.3).
  expect(new Set(tags).size).toBe(encodings.length);
  expect((await bare('/news', { 'Accept-Encoding': 'gzip', 'If-None-Match': tags[0] ?? '' })).status).toBe(200);
  const without = lockOf(shell, []);
  promote(without.id, without);
  expect((await get('/dashboard')).status).toBe(200);
  expect((await get('/news')).status).toBe(404);
});

test('a page comes in the theme that the visitor chose, and no cached page of another theme passes for it', async () => {
  const plain = await get('/news');
  expect(await plain.text()).toContain('<html lang="en">');
  const tags = new Set([plain.headers.get('etag')]);
  for (const theme of ['dark', 'light']) {
    const chosen = await get('/news', { Cookie: `a=b; portal_theme=${theme}` });
    expect(await chosen.text()).toContain(`<html lang="en" data-theme="${theme}">`);
    tags.add(chosen.headers.get('etag'));
  }
  expect(tags.size).toBe(3);
  const hostile = await get('/news', { Cookie: 'portal_theme=dark"><script>' });
  expect(await hostile.text()).toContain('<html lang="en">');
});

test('pages are sent compressed to those who accept it', async () => {
  const answer = await bare('/news', { 'Accept-Encoding': 'br' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.body).toString()).toContain('<!doctype html>');
});

test('scripts run from the portal only: none in a page but the watch of its start, no eval', async () => {
  const policy = (await get('/news')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`script-src 'self' ${START_WATCH_SOURCE};`);
  expect(policy).not.toContain('unsafe-eval');
  for (const closed of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'"])
    expect(policy.split(';')).toContain(closed);
  expect(policy).toContain("object-src 'none'");
});

test.each([
  ['altcha', `script-src 'self' ${START_WATCH_SOURCE};`, "frame-src 'self' https://www.youtube-nocookie.com;"],
  [
    'hcaptcha',
    `script-src 'self' ${START_WATCH_SOURCE} https://hcaptcha.com https://*.hcaptcha.com;`,
    "frame-src 'self' https://www.youtube-nocookie.com https://hcaptcha.com https://*.hcaptcha.com;",
  ],
  [
    'turnstile',
    `script-src 'self' ${START_WATCH_SOURCE} https://challenges.cloudflare.com;`,
    "frame-src 'self' https://www.youtube-nocookie.com https://challenges.cloudflare.com;",
  ],
])(
  'the policy lets in the widget of the captcha that is configured, %s, and of no other',
  async (provider, ...rules) => {
    const config = readWebConfig({
      PUBLIC_URL: 'https://portal.example',
      RELEASES_DIR: join(dir, 'releases'),
      LOCKS_DIR: join(dir, 'locks'),
      CAPTCHA_PROVIDER: provider,
    });
    const app = createWebApp({ config, locks: lockFolder(config.LOCKS_DIR), log: pino({ level: 'silent' }) });
    const other = createServer(app);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const answer = await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/news`);
    await new Promise((resolve) => other.close(resolve));
    for (const rule of rules) expect(answer.headers.get('content-security-policy')).toContain(rule);
  },
);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['deflate', undefined],
])('a browser that accepts %s gets the smallest of it: %s', async (accepted, sent) => {
  const answer = await bare('/news', { 'Accept-Encoding': accepted });
  expect(answer.headers['content-encoding']).toBe(sent);
});

test('release files are kept by browsers for ever, and a compressed twin made at build time is sent', async () => {
  const answer = await get(`${news.baseUrl}entry.js`, { 'Accept-Encoding': 'identity' });
  expect(await answer.text()).toBe(script);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const twin = await bare(`${news.baseUrl}entry.js`, { 'Accept-Encoding': 'br' });
  expect(twin.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(twin.body).toString()).toBe(script);
});

test.each([
  `/releases/mfe-news/${releaseId}/gone.js`,
  `/releases/mfe-news/${releaseId}/.server/bundle.cjs`,
  `/releases/mfe-news/${releaseId}/%2eserver/bundle.cjs`,
  `/releases/mfe-news/${releaseId}/release.json`,
  '/releases/mfe-news/9.9.9-ffffffffffff/entry.js',
  '/releases/../locks/current',
  '/releases/%2e%2e/locks/current',
  '/releases/..%2flocks%2fcurrent',
  '/releases/',
])('%s is no release file: a short uncached 404, never a page', async (path) => {
  const answer = await bare(path, {});
  expect(answer.status).toBe(404);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.toString()).toBe('No release holds this file.');
});

test('a file that is sent leaves no line in the log, one that is not sent has one; all have an id, that of a trusted edge', async () => {
  const written: { requestId: string; status: number }[] = [];
  const config = readWebConfig({
    PUBLIC_URL: 'https://portal.example',
    RELEASES_DIR: join(dir, 'releases'),
    LOCKS_DIR: join(dir, 'locks'),
    TRUST_PROXY: 'loopback',
  });
  const log = pino({ level: 'info' }, { write: (line: string) => void written.push(JSON.parse(line)) });
  const other = createServer(createWebApp({ config, locks: lockFolder(config.LOCKS_DIR, log), log }));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}${news.baseUrl}`;
  const ask = (id: string, headers: Record<string, string> = {}, name = 'entry.js') =>
    fetch(address + name, { headers: { 'X-Request-Id': id, 'Accept-Encoding': 'identity', ...headers } });
  const first = await ask('first-of-all');
  const answers = [
    first,
    await ask('known-file', { 'If-None-Match': first.headers.get('etag') ?? '' }),
    await ask('part-of-file', { Range: 'bytes=0-4' }),
    await ask('no-such-part', { Range: 'bytes=9999-' }),
    await ask('other-file', { 'If-Match': '"other"' }),
    await ask('no-such-file', {}, 'gone.js'),
    await ask('not-an-id of anybody'),
  ];
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(answers.map(({ status }) => status)).toEqual([200, 304, 206, 416, 412, 404, 200]);
  expect(answers.map((answer) => answer.headers.get('x-request-id'))).toEqual([
    ...['first-of-all', 'known-file', 'part-of-file', 'no-such-part', 'other-file', 'no-such-file'],
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  expect(written.map(({ requestId, status }) => `${requestId} ${status}`)).toEqual(['no-such-file 404']);
  await new Promise((resolve) => other.close(resolve));
});

test('the script for old browsers is held to its hash', async () => {
  const html = await (await get('/news')).text();
  const [, address = '', integrity] = /<script nomodule src="([^"]+)" integrity="([^"]+)">/.exec(html) ?? [];
  const answer = await get(address);
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  const hash = createHash('sha384')
    .update(await answer.text())
    .digest('base64');
  expect(integrity).toBe(`sha384-${hash}`);
});

test('every script that a page names has a hash', async () => {
  for (const path of ['/news', '/dashboard', '/no-such-page']) {
    const html = await (await get(path)).text();
    const scripts = [...html.matchAll(/<(?:script\b[^>]*\bsrc|link rel="(?:stylesheet|preload" as="script))[^>]*>/g)];
    expect(scripts.length).toBeGreaterThan(1);
    for (const [element] of scripts) expect(element).toMatch(/ integrity="sha384-[A-Za-z0-9+/]{64}"/);
  }
});

describe('the second policy of a page', () => {
  const policiesOf = async (path: string, host: string, change: Partial<Lock> = {}) => {
    const other = lockOf(change.shell ?? shell, change.remotes ?? [news]);
    promote(other.id, other);
    const { headers } = await bare(path, { Host: host });
    return String(headers['content-security-policy']).split(', ');
  };
  const guarded = { shell: { ...shell, contract: '1.1.0' } };

  it('names the folders of its lock and asks for Trusted Types, of each page under the portal’s own name', async () => {
    for (const path of ['/news', '/dashboard', '/no-such-page'])
      expect((await policiesOf(path, 'portal.example', guarded))[1]).toBe(
        `script-src ${START_WATCH_SOURCE} https://portal.example${shell.baseUrl} https://portal.example${news.baseUrl} ` +
          "https://portal.example/old-browser.js;require-trusted-types-for 'script';trusted-types default dompurify 'allow-duplicates'",
      );
  });

  it('omits folders under another host name, where a policy could not name them', async () => {
    for (const host of ['127.0.0.1:3000', 'evil.example', "x;script-src 'unsafe-inline'"]) {
      const [, second] = await policiesOf('/news', host, guarded);
      expect(second).toBe("require-trusted-types-for 'script';trusted-types default dompurify 'allow-duplicates'");
    }
  });

  it('is of pages only', async () => {
    for (const path of ['/robots.txt', '/healthz', '/favicon.svg', `${news.baseUrl}entry.js`])
      expect(await policiesOf(path, 'portal.example', guarded)).toHaveLength(1);
  });
});

test('a script that is started as a worker may do no more than a page', async () => {
  const { headers } = await bare(`${news.baseUrl}entry.js`, {});
  expect(headers['content-security-policy']).toBe("default-src 'self'; object-src 'none'; frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('icons of the site are kept for a day and come in parts as asked', async () => {
  const whole = await bare('/favicon.svg', {});
  expect(whole.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' });
  const { length } = whole.body;
  const end = await bare('/favicon.svg', { Range: 'bytes=-10' });
  expect([end.status, end.headers['content-range']]).toEqual([206, `bytes ${length - 10}-${length - 1}/${length}`]);
  expect(end.body).toEqual(whole.body.subarray(-10));
  expect((await bare('/favicon.svg', { Range: 'bytes=0-0' })).body).toHaveLength(1);
  expect((await bare('/favicon.svg', { 'If-None-Match': whole.headers.etag ?? '' })).status).toBe(304);
  expect((await bare('/favicon.ico', {})).headers['content-type']).toBe('image/x-icon');
});

test.each([
  ['not JSON at all', '{', /is not JSON/],
  ['a lock without a shell', { ...lock, shell: undefined }, /shell/],
  ['a lock with a field too many', { ...lock, extra: 1 }, /extra/],
  ['another lock under this name', lock, /was changed after it was made/],
  ['a lock with one word changed', { ...lock, id: 'a'.repeat(64), remotes: [] }, /was changed after it was made/],
])('%s gives the error screen with an id, and a log line that says what is wrong', async (_, content, words) => {
  promote('a'.repeat(64), content);
  const answer = await get('/news');
  const html = await answer.text();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(html).toContain('Unexpected Application Error');
  const id = /Request ([0-9a-f-]{36})/.exec(html)?.[1];
  expect(answer.headers.get('x-request-id')).toBe(id);
  expect(logged.join('')).toContain(id);
  expect(logged.join('')).toMatch(words);
});

test('a missing pointer is told apart', async () => {
  rmSync(join(dir, 'locks', 'current'));
  expect((await get('/')).status).toBe(503);
  expect(logged.join('')).toContain('no lock has been promoted');
});

test('a page takes a form that the API has refused from its own pages alone, and keeps it nowhere', async () => {
  const send = (from: string) =>
    fetch(`${url}/news`, { method: 'POST', body: new URLSearchParams({ email: 'a' }), headers: { Origin: from } });
  const answer = await send('https://portal.example');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toBe(await (await get('/news')).text());
  expect((await send('https://evil.example')).status).toBe(405);
});

test('pages are only read', async () => {
  const answer = await fetch(`${url}/news`, { method: 'POST', body: 'x' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
  const head = await fetch(`${url}/news`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  const traced = await bare('/news', { 'X-Mark': 'sent-by-the-proxy' }, 'TRACE');
  expect(traced.status).toBe(405);
  expect(String(traced.body)).not.toContain('sent-by-the-proxy');
});

test('a page may call the backends of the remotes that are live, and nothing else in its headers differs', async () => {
  const backends = [{ audience: 'lab', origin: 'https://lab.example' }];
  const contributions = { ...news.contributions, backends };
  const withLab = lockOf(shell, [{ ...news, contributions }]);
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
  const before = await policyOf('/news');
  expect(before).not.toContain('lab.example');
  promote(withLab.id, withLab);
  const after = await policyOf('/news');
  expect(after).toContain("connect-src 'self' https://lab.example;");
  expect(after?.replace(' https://lab.example', '')).toBe(before);
  expect(await policyOf('/dashboard')).toBe(after);
  promote(lock.id, lock);
  expect(await policyOf('/news')).toBe(before);
});

describe('a pointer with more than a lock', () => {
  const other = lockOf(shell, [{ ...news, title: 'Other news' }]);
  const write = (pointer: object) =>
    writeFileSync(
      join(dir, 'locks', 'current'),
      JSON.stringify({ lock: lock.id, canary: null, switchedOff: [], ...pointer }),
    );
  const canaryOf = (share: object) => ({
    canary: { lock: other.id, share, startedAt: '2026-01-01T00:00:00.000Z' },
  });
  beforeEach(() => {
    writeFileSync(join(dir, 'locks', `${other.id}.json`), JSON.stringify(recordOf(other)));
  });

  test('each page names its lock, also one that is missing', async () => {
    for (const path of ['/news', '/dashboard', '/no-such-page'])
      expect((await get(path)).headers.get('x-portal-lock')).toBe(lock.id);
  });

  test('a canary goes to its visitors whole, and no cache shares it', async () => {
    write(canaryOf({ percent: 10 }));
    for (const [bucket, expected] of [['9', other] as const, ['10', lock] as const, ['9', other] as const]) {
      const answer = await get('/news', { cookie: `portal_bucket=${bucket}` });
      expect(answer.headers.get('x-portal-lock')).toBe(expected.id);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toBe('Cookie, Accept-Encoding');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await answer.text()).toContain(`"id":"${expected.id}"`);
    }
    const drawn = await get('/news');
    expect(drawn.headers.get('set-cookie')).toMatch(/^portal_bucket=\d+; .*; Secure$/);
    // A cache would add the cookie of a 304 to its stored page.
    const tags: (string | undefined)[] = [];
    for (const bucket of ['9', '10'])
      tags.push((await bare('/news', { Cookie: `portal_bucket=${bucket}` })).headers.etag);
    const stale = { 'If-None-Match': tags.join(', ') };
    expect((await bare('/news', { ...stale, Cookie: 'portal_bucket=9' })).status).toBe(304);
    const again = await bare('/news', stale);
    expect([again.status, again.headers['set-cookie']?.length]).toEqual([200, 1]);
    write({});
    const after = await get('/news', { cookie: 'portal_bucket=9' });
    expect([after.headers.get('x-portal-lock'), after.headers.get('cache-control')]).toEqual([lock.id, 'no-cache']);
    expect(after.headers.get('vary')).toBe('Accept-Encoding');
  });

  test('a canary with an altered lock is not served', async () => {
    writeFileSync(join(dir, 'locks', `${other.id}.json`), JSON.stringify(recordOf({ ...other, remotes: [] })));
    write(canaryOf({ percent: 50 }));
    for (let page = 0; page < 3; page += 1)
      expect((await get('/news', { cookie: 'portal_bucket=0' })).headers.get('x-portal-lock')).toBe(lock.id);
  });

  test('pages of a part that is switched off are away, others go on and say which', async () => {
    write({ switchedOff: [{ remote: 'mfe-news', reason: 'a secret reason' }] });
    const away = await get('/news');
    const html = await away.text();
    expect([away.status, away.headers.get('retry-after'), away.headers.get('cache-control')]).toEqual([
      503,
      '300',
      'no-store',
    ]);
    expect(away.headers.get('x-portal-lock')).toBe(lock.id);
    expect(html).toContain('is temporarily switched off');
    expect(html).not.toContain('</script><b>');
    expect(html).not.toContain('secret');
    const other = await get('/dashboard');
    expect(other.status).toBe(200);
    expect(await other.text()).toContain(
      '<script type="application/json" id="portal-switched-off">["mfe-news"]</script>',
    );
    write({});
    expect((await get('/news')).status).toBe(200);
    expect(await (await get('/dashboard')).text()).not.toContain('portal-switched-off');
  });
});
