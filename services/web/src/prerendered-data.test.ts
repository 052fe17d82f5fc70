import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { COLORS } from '@cytocomm/composition';
import type { Lock, LockedRelease, RouteContribution } from '@cytocomm/contract';
import pino from 'pino';
import { createWebApp } from './app.ts';
import { readWebConfig } from './config.ts';
import { fixedLock } from './testing-lock.ts';

// Pages that are made from what the API answers, and what search engines and shared links see of them.

const releaseId = '0.1.0-0123456789ab';
const ID = '0123456789abcdef01234567';
const HOSTILE = '</script><script>alert(1)</script>';

const bundles = {
  shell: `module.exports = { shared: {}, render: async ({ search, component, initialData }) => component(search, initialData) };`,
  'mfe-news': `module.exports = { News: (search, data) => '<h1>News</h1><i>' + search + '</i>' + (data.list ? data.list.items.map(({ id }) => '<li>' + id + '</li>').join('') : 'no list') };`,
};

function release(name: keyof typeof bundles, routes: RouteContribution[]): LockedRelease {
  const integrity = `sha384-${createHash('sha384').update(bundles[name]).digest('base64')}`;
  return {
    name,
    title: name,
    version: '0.1.0',
    release: releaseId,
    contract: '1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    files: ['entry.js', '.server/bundle.cjs'].map((path) => ({ path, integrity, bytes: 3 })),
    contributions: { routes, links: [], sections: [], overlays: [] },
    baseUrl: `/releases/${name}/${releaseId}/`,
  };
}

const lock: Lock = {
  id: '0123456789abcdef',
  createdAt: '2026-01-01T00:00:00.000Z',
  shell: release('shell', [{ path: '/dashboard', component: 'Dashboard', title: 'Dashboard', public: false }]),
  remotes: [
    release('mfe-news', [
      {
        path: '/news',
        component: 'News',
        title: 'News',
        description: 'All the news.',
        public: true,
        data: {
          list: '/api/press-releases?limit=10',
          item: { parameter: 'release', path: '/api/press-releases', text: 'content' },
        },
        feed: '/api/press-releases/feed.xml',
      },
      { path: '/alerts/confirm', component: 'Other', title: 'Confirm', public: true, unlisted: true },
    ]),
  ],
};

let dir: string;
let api: Server;
let web: Server;
let url: string;
let handle: RequestListener;
let logged: string[];
let items: { id: string; title: string; content: string; date: string }[];

const listen = (server: Server) =>
  new Promise<string>((ready) =>
    server.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'web-data-'));
  logged = [];
  for (const [name, code] of Object.entries(bundles)) {
    const file = join(dir, name, releaseId, '.server', 'bundle.cjs');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  items = [
    { id: ID, title: `Curve ${HOSTILE}`, content: '<p>First &amp; <b>last</b>.</p>', date: '2026-02-01T09:00:00.000Z' },
  ];
  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://api');
    const found =
      pathname === '/api/press-releases'
        ? { items, nextCursor: null }
        : items.find(({ id }) => pathname.endsWith(`/${id}`));
    response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? {}));
  };
  api = createServer((request, response) => handle(request, response));
  const config = readWebConfig({
    PUBLIC_URL: 'https://www.cytocomm.example',
    API_URL: await listen(api),
    RELEASES_DIR: dir,
    LOCKS_DIR: dir,
  });
  web = createServer(
    createWebApp({
      config,
      locks: fixedLock(lock),
      apiTimeoutMs: 60_000,
      log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    }),
  );
  url = await listen(web);
});
afterEach(async () => {
  for (const server of [web, api]) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  rmSync(dir, { recursive: true, force: true });
});

const html = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(url + path, { headers })).text();
const wholeData = (page: string) =>
  JSON.parse(/<script type="application\/json" id="portal-data">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null');
/** The data of a page but for what is the same in all of them. */
const dataIn = (page: string): unknown => {
  const data = wholeData(page);
  if (data !== null) delete data.site;
  return data;
};
const meta = (page: string, key: string) =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`).exec(page)?.[1];
const canonical = (page: string) => /<link rel="canonical" href="([^"]*)">/.exec(page)?.[1];

/** Asks until the page holds what is waited for. */
async function until(path: string, wanted: string): Promise<string> {
  for (;;) {
    const page = await html(path);
    if (page.includes(wanted)) return page;
    await new Promise((later) => setTimeout(later, 50));
  }
}

test('a page is made with what the API answers, and holds the same as data that cannot end its block', async () => {
  const page = await until('/news', `<li>${ID}</li>`);
  expect(dataIn(page)).toEqual({ list: { items, nextCursor: null }, stale: false });
  expect(page).not.toContain('<script>alert');
});

test('what is published is in the next HTML within seconds, under another tag', async () => {
  const before = await fetch(`${url}/news`);
  const tag = before.headers.get('etag') ?? '';
  expect((await fetch(`${url}/news`, { headers: { 'If-None-Match': tag } })).headers.get('etag')).toBe(tag);
  const published = performance.now();
  items = [{ id: 'f'.repeat(24), title: 'New', content: '', date: '2026-02-02T09:00:00.000Z' }, ...items];
  await until('/news', `<li>${'f'.repeat(24)}</li>`);
  expect(performance.now() - published).toBeLessThan(5000);
  const after = await fetch(`${url}/news`, { headers: { 'If-None-Match': tag } });
  expect(after.status).toBe(200);
  expect(after.headers.get('etag')).not.toBe(tag);
});

test('with the API away the last list stays and says that it is old; without one the page says that too', async () => {
  handle = (_request, response) => void response.destroy();
  const empty = await html('/news');
  expect(empty).toContain('no list');
  expect(dataIn(empty)).toEqual({ list: null, stale: true });
});

test('a page that cannot be rendered is sent without markup, and the log says whose it is; others have theirs', async () => {
  const answer = await fetch(`${url}/alerts/confirm`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<div id="root"></div>');
  expect(await html('/news')).toContain('<h1>News</h1>');
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    msg: 'a page is sent without prerendered markup',
    path: '/alerts/confirm',
    remote: 'mfe-news',
    release: releaseId,
    err: { message: expect.stringContaining('component is not a function') },
  });
  expect(logged).toHaveLength(1);
});

test('the last list stays while the API is away', async () => {
  await html('/news');
  handle = (_request, response) => void response.destroy();
  const page = await until('/news', '"stale":true');
  expect(page).toContain(`<li>${ID}</li>`);
});

test('an item has its own title, description, address and data', async () => {
  const page = await html(`/news?utm=x&release=${ID}`);
  expect(page).toContain('<title>Curve &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Cytocomm</title>');
  expect(meta(page, 'description')).toBe('First &amp; last.');
  expect(meta(page, 'og:type')).toBe('article');
  expect(canonical(page)).toBe(`https://www.cytocomm.example/news?release=${ID}`);
  expect(page).toContain(`<i>?release=${ID}</i>`);
  expect(dataIn(page)).toEqual({ list: { items, nextCursor: null }, item: items[0], stale: false });
});

test.each(['f'.repeat(24), '..%2F..%2Fadmin', '', '%00', 'x'.repeat(500)])(
  'an item that is not there is 404, and not for search engines: %s',
  async (id) => {
    const answer = await fetch(`${url}/news?release=${id}`);
    const page = await answer.text();
    expect(answer.status).toBe(404);
    expect(meta(page, 'robots')).toBe('noindex');
    expect(canonical(page)).toBeUndefined();
    expect(dataIn(page)).toMatchObject({ item: null });
  },
);

test('a shared link shows the page under the configured address, not that of the request', async () => {
  const page = await html('/news?utm=x', { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' });
  expect(canonical(page)).toBe('https://www.cytocomm.example/news');
  expect(meta(page, 'og:url')).toBe('https://www.cytocomm.example/news');
  expect(meta(page, 'og:title')).toBe('News · Cytocomm');
  expect(meta(page, 'og:description')).toBe('All the news.');
  expect(meta(page, 'twitter:card')).toBe('summary_large_image');
  const picture = meta(page, 'og:image') ?? '';
  expect(wholeData(page).site).toEqual({ origin: 'https://www.cytocomm.example', picture });
  expect(picture).toMatch(/^https:\/\/www\.cytocomm\.example\//);
  const file = await fetch(url + new URL(picture).pathname);
  expect(file.headers.get('content-type')).toBe('image/jpeg');
  const { byteLength } = await file.arrayBuffer();
  expect(byteLength).toBeGreaterThan(10_000);
  expect(byteLength).toBeLessThan(60_000);
  expect(page).not.toContain('evil.example');
  expect(page).toContain(
    '<link rel="alternate" type="application/atom+xml" title="Cytocomm News" href="/api/press-releases/feed.xml">',
  );
});

test.each(['/dashboard', '/alerts/confirm', '/no-such-page'])('%s is not for search engines', async (path) => {
  const page = await html(path);
  expect(meta(page, 'robots')).toBe('noindex');
  expect(canonical(page)).toBeUndefined();
});

test('the sitemap has every public page and the newest items; robots.txt names it', async () => {
  const sitemap = await fetch(`${url}/sitemap.xml`);
  expect(sitemap.headers.get('content-type')).toContain('application/xml');
  const places = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)];
  expect(places.map(([, address, changed]) => [address, changed])).toEqual([
    ['https://www.cytocomm.example/news', '2026-02-01T09:00:00.000Z'],
    [`https://www.cytocomm.example/news?release=${ID}`, '2026-02-01T09:00:00.000Z'],
  ]);
  expect(await html('/robots.txt')).toBe(
    'User-agent: *\nAllow: /api/press-releases\nAllow: /api/press-releases/feed.xml\nAllow: /api/events/public.ics\nAllow: /api/documents/*/content\nAllow: /api/press-releases/pictures/*/*\nDisallow: /api/\n\nSitemap: https://www.cytocomm.example/sitemap.xml\n',
  );
});

test('every icon and the web manifest are there, in the size and kind they are named by', async () => {
  const manifest: { icons: { src: string; type: string }[] } = JSON.parse(await html('/site.webmanifest'));
  expect(manifest).toMatchObject({ background_color: COLORS.paper, theme_color: COLORS.ink });
  const named = [
    ...manifest.icons.map(({ src, type }) => [src, type] as const),
    ['/favicon.svg', 'image/svg+xml'] as const,
    ['/favicon.ico', 'image/x-icon'] as const,
    ['/apple-touch-icon.png', 'image/png'] as const,
  ];
  for (const [path, type] of named) {
    const answer = await fetch(url + path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
  }
});
