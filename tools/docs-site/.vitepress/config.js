import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Where services/web serves the site from, and its image carries it. */
const OUT = join(ROOT, 'services/web/handbook');
/** The documents that are pages. */
const PAGE = /^(?:docs\/.*|packages\/[^/]+\/api|(?:[^/.]+\/){1,2}README|[A-Z_]+)\.md$/;

/** Returns the place of a document below /docs: the handbook's own pages stand at the top. */
const placeOf = (path) =>
  path
    .replace('README.md', 'index.md')
    .replace(/^index/, 'repository')
    .replace(/^docs\//, '');
const entry = (path) => ({
  text: /^# (?:Public types of )?(.*)$/m.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1],
  link: `/${placeOf(path).replace(/(?:index)?\.md$/, '')}`,
});
const group = (text, ...patterns) => ({
  text,
  collapsed: true,
  items: globSync(patterns, { cwd: ROOT }).sort().map(entry),
});

/** Makes links lead to pages of the site, and to the API's own page; of a file that is no page the words stay. */
function linkPages(md) {
  md.core.ruler.push('link-pages', ({ tokens, env }) => {
    const from = dirname(relative(ROOT, env.realPath ?? env.path));
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline' && token.content === '/api/docs') {
        token.type = 'html_inline';
        token.content = '<a href="/api/docs" target="_self"><code>/api/docs</code></a>';
      }
      const [path = '', anchor] = token.attrGet('href')?.split('#') ?? [];
      if (path === '' || path.includes(':')) continue;
      const target = join(from, path);
      if (PAGE.test(target)) token.attrSet('href', [`/${placeOf(target)}`, anchor].filter(Boolean).join('#'));
      else token.attrs = [['title', target]];
    }
  });
}

export default defineConfig({
  srcDir: ROOT,
  outDir: OUT,
  base: '/docs/',
  srcExclude: ['!(docs)/*/*/**/*', '!(docs)/**/!(README|api).md'],
  rewrites: placeOf,
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  title: 'Cytocomm Portal',
  description: 'The handbook of the Cytocomm Portal',
  head: [
    ['meta', { name: 'robots', content: 'noindex' }],
    [
      'style',
      {},
      ':root{--vp-c-brand-1:#0b7a6e;--vp-c-brand-2:#08574f}.dark{--vp-c-brand-1:#4fd1bd;--vp-c-brand-2:#2bd9b8}',
    ],
  ],
  markdown: { config: linkPages },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    outline: [2, 3],
    search: {
      provider: 'local',
      // Types are found by their names in an editor.
      options: {
        _render: (text, env, md) => (env.relativePath.endsWith('api.md') ? '' : md.render(text, env)),
      },
    },
    sidebar: [
      group('Start here', 'docs/{README,how-*,glossary}.md'),
      group('Ship a remote', 'docs/{ship-*,portal-*,remote-*,the-gate,roles-*,other-*}.md'),
      group('Run it', 'docs/run-it/*.md'),
      group('Security', 'SECURITY.md', 'docs/security/*.md'),
      group('Packages', 'packages/*/README.md'),
      group('Public types', 'packages/*/api.md'),
      group('Rooms', '{shell,mfe-*,system,e2e,bench,services/*,tools/*}/README.md'),
      group('Project', '{README,CHANGELOG,CONTRIBUTING,CODE_OF_CONDUCT}.md'),
      group('Decisions', 'docs/adr/*.md'),
    ],
  },
  /** Writes what the service asks for: the hashes of the scripts inside the pages, and one of all pages as their tag. */
  buildEnd() {
    const pages = globSync('**/*.html', { cwd: OUT }).sort();
    const texts = pages.map((path) => readFileSync(join(OUT, path), 'utf8'));
    const hashOf = (text) => createHash('sha256').update(text).digest('base64');
    const scripts = texts.flatMap((text) => [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)]);
    const sources = new Set(scripts.map(([, script]) => `'sha256-${hashOf(script)}'`));
    writeFileSync(join(OUT, 'site.txt'), `${[...sources].sort().join(' ')}\n${hashOf(texts.join())}`);
  },
});
