import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import { renderDocument } from './document.ts';
import { ReleaseFileUnusable, readInlineStyles } from './release-file.ts';

const releaseId = '0.1.0-0123456789ab';
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'styles-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

function release(name: string, component: string, files: Record<string, string>): LockedRelease {
  for (const [path, content] of Object.entries(files)) {
    const target = join(dir, name, releaseId, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return {
    name,
    title: name,
    version: '0.1.0',
    release: releaseId,
    contract: '1.0.0',
    entry: 'entry.js',
    shared: {},
    components: { [component]: { scripts: [], styles: Object.keys(files).filter((path) => path.endsWith('.css')) } },
    files: Object.entries(files).map(([path, content]) => ({
      path,
      integrity: integrityOf(content),
      bytes: content.length,
    })),
    contributions: { routes: [], links: [], sections: [], overlays: [] },
    baseUrl: `/releases/${name}/${releaseId}/`,
  };
}

const route = { path: '/news', component: 'News', title: 'News', public: true };

function portalWith(newsFiles: Record<string, string>): { lock: Lock; news: LockedRelease } {
  const shell = release('shell', 'Main', { 'entry.js': '', 'main.css': 'a{src:url(font.woff2)}' });
  const news = release('mfe-news', 'News', { 'entry.js': '', ...newsFiles });
  return { lock: { id: '0123456789abcdef', createdAt: '2026-01-01T00:00:00.000Z', shell, remotes: [news] }, news };
}

test('the sheets of shell and page stand in the document, under the names by which the build looks for them', async () => {
  const { lock, news } = portalWith({ 'news.css': '.n{color:red}' });
  const matched = { release: news, route };
  const html = renderDocument(lock, matched, [], { styles: await readInlineStyles(dir, lock, matched) });
  expect(html).toContain(`<style data-href="main.css">a{src:url(/releases/shell/${releaseId}/font.woff2)}</style>`);
  expect(html).toContain('<style data-href="news.css">.n{color:red}</style>');
  expect(html).not.toContain('rel="stylesheet"');
});

test.each([
  ['url(a.svg)', `url(/releases/mfe-news/${releaseId}/a.svg)`],
  ['url("a.svg")', `url("/releases/mfe-news/${releaseId}/a.svg")`],
  ["url('a.svg')", `url('/releases/mfe-news/${releaseId}/a.svg')`],
  ['url(data:image/png;base64,AA)', 'url(data:image/png;base64,AA)'],
  ['url("data:image/png;base64,AA")', 'url("data:image/png;base64,AA")'],
  ['url(https://cdn.example/a.svg)', 'url(https://cdn.example/a.svg)'],
  ['url(/a.svg)', 'url(/a.svg)'],
  ['url(#mask)', 'url(#mask)'],
])('an address in a sheet, %s, means the same in the page', async (written, expected) => {
  const { lock, news } = portalWith({ 'news.css': `.n{background:${written}}` });
  const styles = await readInlineStyles(dir, lock, { release: news, route });
  expect(styles.get(`${news.baseUrl}news.css`)).toBe(`.n{background:${expected}}`);
});

test('a sheet that would end its element stays a link', async () => {
  const { lock, news } = portalWith({ 'news.css': '.n{content:"</STYLE><script>"}' });
  const matched = { release: news, route };
  const html = renderDocument(lock, matched, [], { styles: await readInlineStyles(dir, lock, matched) });
  expect(html).not.toContain('</STYLE>');
  expect(html).toContain(`<link rel="stylesheet" data-href="news.css" href="${news.baseUrl}news.css"`);
});

test('an altered sheet is refused', async () => {
  const { lock, news } = portalWith({ 'news.css': '.n{color:red}' });
  writeFileSync(join(dir, 'mfe-news', releaseId, 'news.css'), '.n{color:blue}');
  await expect(readInlineStyles(dir, lock, { release: news, route })).rejects.toThrow(ReleaseFileUnusable);
});
