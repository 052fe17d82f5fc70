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
const section = (role: string, alsoFor: readonly string[] = []): Release['contributions']['sections'][number] => ({
  id: 'lab',
  component: 'Lab',
  role,
  alsoFor: [...alsoFor],
  label: 'Lab',
  order: 1,
});
const researcher = { name: 'researcher', label: 'Researcher' };
const contributing = (more: Partial<Release['contributions']>) => ({ contributions: { ...nothing, ...more } });

test('what a release says of itself passes', () => {
  expect(releaseSchema.parse(release)).toEqual(release);
});

test('sections are for the roles of the portal and those that the remote brings', () => {
  const contributions = { ...nothing, roles: [researcher], sections: [section('researcher', ['admin'])] };
  expect(releaseSchema.parse({ ...release, contributions }).contributions).toEqual(contributions);
});

test('what a release does not bring is not in what is read of it: the ids of earlier releases stay', () => {
  expect(Object.keys(releaseSchema.parse(release).contributions)).toEqual(['routes', 'links', 'sections', 'overlays']);
});

test('a section for a role that is not brought names its place', () => {
  const contributions = { ...nothing, sections: [section('investor'), section('admin', ['resercher'])] };
  const { error } = releaseSchema.safeParse({ ...release, contributions });
  expect(error?.issues).toEqual([
    expect.objectContaining({
      path: ['contributions', 'sections', 1, 'role'],
      message: 'resercher is neither a role of the portal nor one that roles names',
    }),
  ]);
});

test.each<[string, Partial<Release>]>([
  ['a role of the portal that is brought', contributing({ roles: [{ name: 'admin', label: 'Admin' }] })],
  ['a role twice', contributing({ roles: [researcher, researcher] })],
  ['a role without words', contributing({ roles: [{ ...researcher, label: '' }] })],
  ['a role of long words', contributing({ roles: [{ ...researcher, label: 'x'.repeat(41) }] })],
  ...['Admin', 'ADMIN', ' admin', 'Ad\u200bmin', 'In\u00a0vestor', '\uff21dmin', 'A d m i n', '\u3000'].map(
    (label): [string, Partial<Release>] => [
      `a role called ${JSON.stringify(label)}`,
      contributing({ roles: [{ ...researcher, label }] }),
    ],
  ),
  ['a role of two lines', contributing({ roles: [{ ...researcher, label: 'a\nb' }] })],
  ...['__proto__', 'Researcher', 'a.b', 'a b', '', '-', 'x'.repeat(41)].map((name): [string, Partial<Release>] => [
    `the role ${JSON.stringify(name)}`,
    contributing({ roles: [{ ...researcher, name }] }),
  ]),
  [
    'very many roles',
    contributing({ roles: Array.from({ length: 6 }, (_, index) => ({ name: `r${index}`, label: 'R' })) }),
  ],
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
  ['a long name', { name: 'x'.repeat(41) }],
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
