import { type Release, releaseSchema } from './release.ts';

const page = { path: '/lab', component: 'Page', title: 'Lab', public: true };
const link: Release['contributions']['links'][number] = { group: 'top', label: 'Lab', path: '/lab', order: 1 };
const nothing: Release['contributions'] = { routes: [], links: [], sections: [], overlays: [] };
const release: Release = {
  name: 'mfe-lab',
  title: 'Lab',
  version: '1.0.0',
  release: '1.0.0-0123456789ab',
  contract: '^1.0.0',
  entry: 'entry.js',
  shared: { react: '^19.0.0' },
  components: {},
  files: [],
  contributions: { ...nothing, routes: [page], links: [link] },
};
const long = 'x'.repeat(301);
const contributing = (more: Partial<Release['contributions']>) => ({ contributions: { ...nothing, ...more } });

test('what a release says of itself passes', () => {
  expect(releaseSchema.parse(release)).toEqual(release);
});

test.each<[string, Partial<Release>]>([
  // The database gives it back as another text, which the id of a lock does not fit.
  ...['half a \ud800 character', 'a zero \0 byte', '\u001b[2J'].flatMap((text): [string, Partial<Release>][] => [
    [`a title with ${JSON.stringify(text)}`, { title: text }],
    [`a title of a page with ${JSON.stringify(text)}`, contributing({ routes: [{ ...page, title: text }] })],
    [`a description with ${JSON.stringify(text)}`, contributing({ routes: [{ ...page, description: text }] })],
    [`a label with ${JSON.stringify(text)}`, contributing({ links: [{ ...link, label: text }] })],
    [
      `an address with ${JSON.stringify(text)}`,
      contributing({ links: [{ ...link, path: `/${text.replaceAll(' ', '')}` }] }),
    ],
    [`a package with ${JSON.stringify(text)}`, { shared: { [text]: '^1.0.0' } }],
    [`a range with ${JSON.stringify(text)}`, { shared: { react: text } }],
  ]),
  ['a long title', { title: long }],
  ['a long version', { version: long }],
  ['a long range of the contract', { contract: long }],
  ['a long range of the API', { api: long }],
  ['a long range of a package', { shared: { react: long } }],
  ['a long title of a page', contributing({ routes: [{ ...page, title: long }] })],
  ['a long description', contributing({ routes: [{ ...page, description: long }] })],
  ['a long address', contributing({ routes: [{ ...page, path: `/${long}` }] })],
  ['a long label', contributing({ links: [{ ...link, label: long }] })],
  ['very many pages', contributing({ routes: Array.from({ length: 101 }, () => page) })],
  ['very many links', contributing({ links: Array.from({ length: 101 }, () => link) })],
  [
    'very many components',
    {
      components: Object.fromEntries(
        Array.from({ length: 201 }, (_, index) => [`P${index}`, { scripts: [], styles: [] }]),
      ),
    },
  ],
  ...['//x.example', '/\\x.example', '/\t/x.example', 'x', 'https://x.example'].map(
    (path): [string, Partial<Release>] => [
      `a link to ${JSON.stringify(path)}`,
      contributing({ links: [{ ...link, path }] }),
    ],
  ),
])('%s does not', (_, change) => {
  expect(releaseSchema.safeParse({ ...release, ...change }).success).toBe(false);
});
