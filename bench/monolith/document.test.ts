import type { Lock } from '@cytocomm/contract';
import { type DocumentParts, DocumentUnexpected, isPrerendered, monolithDocument, siteFilesOf } from './document.ts';

const contributions = {
  ...{ routes: [{ path: '/', component: 'Home', title: '</script><b>', public: true }] },
  ...{ links: [], sections: [], overlays: [] },
};
const release = {
  ...{ name: 'mfe-a', title: 'A', version: '0.1.0', release: '0.1.0-0123456789ab', contract: '^1.0.0', shared: {} },
  ...{ entry: 'entry.js', files: [{ path: 'entry.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 3 }] },
  ...{ components: { Home: { scripts: ['Home.1.js'], styles: [] } }, contributions },
  baseUrl: '/releases/mfe-a/0.1.0-0123456789ab/',
};
const shell = { ...release, name: 'shell' };
const lock: Lock = { id: '0123456789abcdef', createdAt: '2026-01-02T03:04:05.000Z', shell, remotes: [release] };
const markup = '<div><div>one</div></div><img src="/releases/mfe-a/0.1.0-0123456789ab/cell.1.svg">';

const portalHtml = (content: string) => `<!doctype html><html lang="en"><head><title>Cytocomm</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style data-href="main.css">a{src:url(/releases/shell/0.1.0-0123456789ab/inter.woff2)}</style>
<link rel="preload" as="script" href="/releases/mfe-a/0.1.0-0123456789ab/entry.js">
<script type="application/json" id="portal-lock">{"id":"0123456789abcdef"}</script>
<script defer src="/releases/shell/0.1.0-0123456789ab/main.js" integrity="x"></script>
<script async src="/start.js?e45&amp;b" integrity="y"></script></head>
<body><div id="root">${content}</div>
<noscript>none</noscript><div>after</div></body></html>`;

const parts: DocumentParts = {
  portalHtml: portalHtml(markup),
  lock,
  main: { scripts: ['shared.1.js', 'main.1.js'], styles: ['main.1.css'] },
  page: { scripts: ['shared.1.js', 'mfe-a-Home.1.js'], styles: ['main.1.css', 'home.1.css'] },
  files: ['shared.1.js', 'main.1.js', 'main.1.css', 'mfe-a-Home.1.js', 'home.1.css', 'cell.1.svg', 'inter.woff2'],
  styleText: (path) => `.sheet-of{content:"${path}"}`,
};

test('prerendered, it has the markup and the head of the portal, with files of its own in the place of the releases’', () => {
  const html = monolithDocument(parts, true);
  expect(html).toContain('<div id="root"><div><div>one</div></div><img src="/assets/cell.1.svg"></div>\n<noscript>');
  expect(html).toContain('<title>Cytocomm</title>\n<link rel="icon" href="/favicon.svg" type="image/svg+xml">');
  expect(html).not.toContain('/releases/');
  expect(html).toContain('<script defer src="/assets/main.1.js"></script></head>');
  for (const path of parts.files.filter((name) => !name.endsWith('.css')))
    expect(html.split(`"/assets/${path}"`)).toHaveLength(2);
  for (const path of ['main.1.css', 'home.1.css'])
    expect(html.split(`<style data-href="${path}">.sheet-of{content:"${path}"}</style>`)).toHaveLength(2);
});

test('plain, its root is empty, what follows the root stays, and its lock has the routes alone', () => {
  const html = monolithDocument(parts, false);
  expect(html).toContain('<div id="root"></div>\n<noscript>none</noscript><div>after</div></body>');
  const [, json = ''] = /id="portal-lock">([^<]*)<\/script>/.exec(html) ?? [];
  const { remotes }: Lock = JSON.parse(json);
  expect(remotes).toMatchObject([{ name: 'mfe-a', files: [], components: {}, contributions }]);
});

test('words with the pattern signs of a replacement come through as they are', () => {
  const html = monolithDocument({ ...parts, portalHtml: portalHtml("<p>$& costs $1 or $'</p>") }, true);
  expect(html).toContain("<p>$& costs $1 or $'</p>");
});

test('every file of the site that a page loads is one to serve, with its query, and those of releases are not', () => {
  const content = '<img src="/pictures/one.png"><a href="/news">News</a><link rel="alternate" href="/feed.xml">';
  expect(siteFilesOf(portalHtml(`${content}<script src="//cdn.example/x.js"></script>${markup}`))).toEqual([
    '/favicon.svg',
    '/start.js?e45&b',
    '/pictures/one.png',
  ]);
});

test('a file that the monolith lacks is an error, not a measured 404', () => {
  const files = parts.files.filter((path) => path !== 'cell.1.svg');
  expect(() => monolithDocument({ ...parts, files }, true)).toThrow(/cell\.1\.svg/);
});

test.each([
  ['no root', '<html><head></head><body></body></html>'],
  ['a root that does not end', '<html><head></head><body><div id="root"><p></body></html>'],
  ['no head', '<html><body><div id="root"></div></body></html>'],
])('a page with %s is refused', (_, html) => {
  expect(() => monolithDocument({ ...parts, portalHtml: html }, false)).toThrow(DocumentUnexpected);
});

test('a page counts as prerendered when its root holds something', () => {
  expect([markup, ''].map((content) => isPrerendered(portalHtml(content)))).toEqual([true, false]);
});
