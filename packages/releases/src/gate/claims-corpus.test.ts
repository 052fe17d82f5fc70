import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claims, Release } from '@cytocomm/contract';
import { describeRelease, manifestFaults, type ReleaseFacts } from '../release-manifest.ts';
import { type ClaimsRow, COMMON_ROLES, claimFaults, reservedClaims } from './claims.ts';

// Manifests with one fault each, and manifests that look like it and have none.

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'claims-'));
  for (const name of ['entry.js', 'Page.js', 'Page.css']) writeFileSync(join(dir, name), name);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

type Contributions = Release['contributions'];
type Change = Partial<Omit<ReleaseFacts, 'contributions'>> & { readonly contributions?: Partial<Contributions> };

function manifest({ contributions, ...facts }: Change = {}): Release {
  return describeRelease(dir, {
    name: 'mfe-lab',
    title: 'Lab',
    version: '1.2.3',
    contract: '^1.0.0',
    entry: 'entry.js',
    shared: {},
    components: { Page: { scripts: ['Page.js'], styles: ['Page.css'] } },
    contributions: { routes: [], links: [], sections: [], overlays: [], ...contributions },
    ...facts,
  });
}

const route = (path: string, isPublic = true): Partial<Contributions> => ({
  routes: [{ path, component: 'Page', title: 'Lab', public: isPublic }],
});
const section = (id: string, role: Claims['roles'][number], ...alsoFor: Claims['roles']): Partial<Contributions> => ({
  sections: [{ id, component: 'Page', label: 'Lab', order: 1, role, alsoFor }],
});
const overlay = (slot: 'sign-in'): Partial<Contributions> => ({ overlays: [{ slot, component: 'Page' }] });

const teamRole = { name: 'researcher', label: 'Researcher' };
const backend = (origin: string): Partial<Contributions> => ({ backends: [{ audience: 'lab', origin }] });

const claimsOf = (claims: Partial<Claims> = {}): Claims => ({ routes: [], sections: [], roles: [], ...claims });
/** A remote whose row the platform team has set. */
const set = (claims: Partial<Claims>): ClaimsRow => ({ claims: claimsOf(claims) });
/** A remote without a row, beside others. */
const free = (...others: readonly Partial<Claims>[]): ClaimsRow => ({
  claims: claimsOf({ roles: COMMON_ROLES }),
  others: others.map(claimsOf),
});

const unclaimed: readonly [string, string, RegExp, ClaimsRow, Change][] = [
  [
    'a page that is not its own',
    'routes[0].path',
    /may not claim \/shop:/,
    set({ routes: ['/lab'] }),
    { contributions: route('/shop') },
  ],
  [
    'a page below its own, without a star',
    'routes[0].path',
    /\/lab\/deep/,
    set({ routes: ['/lab'] }),
    { contributions: route('/lab/deep') },
  ],
  [
    'a page that begins like its own',
    'routes[0].path',
    /\/laboratory/,
    set({ routes: ['/lab/*'] }),
    { contributions: route('/laboratory') },
  ],
  [
    'a page of another remote',
    'routes[0].path',
    /\/shop belongs to another/,
    free({ routes: ['/shop'] }),
    { contributions: route('/shop') },
  ],
  [
    'a page below that of another remote',
    'routes[0].path',
    /belongs to another/,
    free({}, { routes: ['/news/*'] }),
    { contributions: route('/news/lab') },
  ],
  [
    'a page for people who are signed in',
    'routes[0].path',
    /no public page/,
    free(),
    { contributions: route('/lab', false) },
  ],
  [
    'a section that is not its own',
    'sections[0]',
    /may not claim section shop/,
    set({ sections: ['lab-*'], roles: ['investor'] }),
    { contributions: section('shop', 'investor') },
  ],
  [
    'a section of another remote',
    'sections[0]',
    /Section shop-1 belongs/,
    free({ sections: ['shop-*'] }),
    { contributions: section('shop-1', 'investor') },
  ],
  ['a section for admins', 'sections[0]', /to the role admin/, free(), { contributions: section('lab', 'admin') }],
  [
    'a section for developers as well',
    'sections[0]',
    /to the role developer/,
    free(),
    { contributions: section('lab', 'investor', 'developer') },
  ],
  [
    'a section for a role that its row lacks',
    'sections[0]',
    /to the role customer/,
    set({ sections: ['lab'], roles: ['investor'] }),
    { contributions: section('lab', 'investor', 'customer') },
  ],
  [
    'a role that is not allowed',
    'roles[0]',
    /may not bring the role researcher: ask/,
    free(),
    { contributions: { roles: [teamRole] } },
  ],
  [
    'a backend that is not allowed',
    'backends[0]',
    /may not call https:\/\/lab\.example as lab: ask/,
    free({ backends: [{ audience: 'lab', origin: 'https://lab.example' }] }),
    { contributions: backend('https://lab.example') },
  ],
  [
    'a backend at another origin than its own',
    'backends[0]',
    /may not call https:\/\/evil\.example as lab/,
    set({ backends: [{ audience: 'lab', origin: 'https://lab.example' }] }),
    { contributions: backend('https://evil.example') },
  ],
  [
    'the sign-in dialog',
    'overlays[0]',
    /sign-in belongs to mfe-auth/,
    set({ routes: ['*'], sections: ['*'] }),
    { contributions: overlay('sign-in') },
  ],
  [
    'a page of the shell, by the shell',
    'routes[0].path',
    /^shell .* may not claim \/home/,
    set({ routes: ['/dashboard'] }),
    { name: 'shell', contract: '1.3.0', contributions: route('/home') },
  ],
];

test.each(unclaimed)('%s is refused at %s', (_, place, words, row, change) => {
  const release = manifest(change);
  const checks = claimFaults(release, row);
  expect(checks).toEqual([
    { rule: 'claims', outcome: 'refused', place: `contributions.${place}`, message: expect.stringMatching(words) },
  ]);
  expect(checks[0]?.message).toMatch(new RegExp(`^${release.name} 1\\.2\\.3-[0-9a-f]{12}: .*\\.$`));
  expect(manifestFaults(release, release.name)).toEqual([]);
});

const claimed: readonly [string, ClaimsRow, Change][] = [
  ['nothing', set({}), {}],
  ['its page', set({ routes: ['/lab'] }), { contributions: route('/lab') }],
  ['a page below its own, by a star', set({ routes: ['/lab/*'] }), { contributions: route('/lab/deep/er') }],
  [
    'a page of its own for people who are signed in',
    set({ routes: ['/lab'] }),
    { contributions: route('/lab', false) },
  ],
  ['a page without an owner', free({ routes: ['/shop', '/news/*'] }), { contributions: route('/newsletter') }],
  [
    'sections by a star, for a role of its own',
    set({ sections: ['lab-*'], roles: ['admin'] }),
    { contributions: section('lab-1', 'admin') },
  ],
  [
    'a section without an owner, for common roles',
    free({ sections: ['shop'] }),
    { contributions: section('lab', 'investor', 'customer') },
  ],
  [
    'a role of its own, and a section for it',
    set({ sections: ['lab'], roles: ['researcher'] }),
    { contributions: { roles: [teamRole], ...section('lab', 'researcher') } },
  ],
  [
    'a backend of its own',
    set({ backends: [{ audience: 'lab', origin: 'https://lab.example' }] }),
    { contributions: backend('https://lab.example') },
  ],
  ['the sign-in dialog of the sign-in remote', set({}), { name: 'mfe-auth', contributions: overlay('sign-in') }],
  [
    'the dashboard of the shell',
    set({ routes: ['/dashboard'] }),
    { name: 'shell', contract: '1.3.0', contributions: route('/dashboard', false) },
  ],
];

test.each(claimed)('%s passes', (_, row, change) => {
  const release = manifest(change);
  expect(claimFaults(release, row)).toEqual([
    { rule: 'claims', outcome: 'passed', message: `${release.name} ${release.release}` },
  ]);
  expect(manifestFaults(release, release.name)).toEqual([]);
});

test('every claim too many is named, a role once', () => {
  const contributions = { ...route('/shop'), ...section('shop', 'admin', 'admin') };
  expect(claimFaults(manifest({ contributions }), set({})).map(({ place }) => place)).toEqual([
    'contributions.routes[0].path',
    'contributions.sections[0]',
    'contributions.sections[0]',
  ]);
});

test.each([
  ['mfe-lab', ['/lab', '/lab/*', '/apiary', '*'], []],
  ['mfe-lab', ['/api', '/api/*', '/releases/x', '/dashboard', '/dashboard/*', '/auth-handler'], 'all'],
  ['shell', ['/dashboard'], []],
  ['shell', ['/dashboard/more', '/auth-handler', '/healthz'], 'all'],
  ['mfe-auth', ['/auth-handler'], []],
  ['mfe-auth', ['/dashboard'], 'all'],
])('reservedClaims of %s and %j are %j', (remote, routes, refused) => {
  expect(reservedClaims(remote, { routes })).toEqual(refused === 'all' ? routes : refused);
});

/** Returns a manifest that was changed after it was made. */
const altered = (change: Partial<Release>, base = manifest()): Release => ({ ...base, ...change });

const untrue: readonly [string, string, RegExp, () => Release][] = [
  [
    'the name of another remote',
    'name',
    /is mfe-shop, and this address is for mfe-lab/,
    () => manifest({ name: 'mfe-shop' }),
  ],
  ['a version of two numbers', 'version', /1\.2 is no semantic version/, () => manifest({ version: '1.2' })],
  ['a version with a v', 'version', /v1\.2\.3 is no/, () => manifest({ version: 'v1.2.3' })],
  ['another id', 'release', /does not follow/, () => altered({ release: '1.2.3-0123456789ab' })],
  ['another title than it was built with', 'release', /does not follow/, () => altered({ title: 'Laboratory' })],
  ['an entry that is no file', 'entry', /main\.js is not among the files/, () => manifest({ entry: 'main.js' })],
  [
    'a script that is no file',
    'components.Page',
    /More\.js is not/,
    () => manifest({ components: { Page: { scripts: ['More.js'], styles: [] } } }),
  ],
  [
    'a style sheet that is no file',
    'components.Page',
    /More\.css is not/,
    () => manifest({ components: { Page: { scripts: [], styles: ['More.css'] } } }),
  ],
  [
    'a page of a component that is not there',
    'contributions.routes[0]',
    /no component Page/,
    () => manifest({ components: {}, contributions: route('/lab') }),
  ],
  [
    'a section of a component that is not there',
    'contributions.sections[0]',
    /no component Page/,
    () => manifest({ components: {}, contributions: section('lab', 'investor') }),
  ],
  [
    'an overlay of a component that is not there',
    'contributions.overlays[0]',
    /no component Page/,
    () => manifest({ components: {}, contributions: overlay('sign-in') }),
  ],
  [
    'a component that every object has',
    'contributions.routes[0]',
    /no component toString/,
    () =>
      manifest({ contributions: { routes: [{ path: '/lab', component: 'toString', title: 'Lab', public: true }] } }),
  ],
  [
    'files that a folder without case takes for one',
    'files',
    /page\.JS is there twice/,
    () => {
      writeFileSync(join(dir, 'page.JS'), '');
      return manifest();
    },
  ],
];

test.each(untrue)('%s is no true manifest: %s', (_, field, words, make) => {
  expect(manifestFaults(make(), 'mfe-lab')).toEqual([
    { path: `release.json: ${field}`, message: expect.stringMatching(words) },
  ]);
});

test.each<[string, Change]>([
  ['a stable version', {}],
  ['a working copy', { version: '1.3.0-dev.2' }],
  [
    'a release of all kinds of parts',
    { contributions: { ...route('/lab'), ...section('lab', 'investor'), ...overlay('sign-in') } },
  ],
  ['a release without parts', { components: {} }],
  ['the shell', { name: 'shell', contract: '1.3.0', shared: { react: '19.3.1' } }],
])('%s is true', (_, change) => {
  const release = manifest(change);
  expect(manifestFaults(release, release.name)).toEqual([]);
});

test('links of the portal’s own remotes are free, and those of a team’s are held to their row', () => {
  const links = [{ group: 'top' as const, label: 'Home', path: '/', order: 0 }];
  const claims: Claims = { routes: [], sections: [], roles: [], links: [] };
  const outcomesOf = (isPortals: boolean) =>
    claimFaults(manifest({ contributions: { links } }), { claims, isPortals }).map(({ outcome }) => outcome);
  expect(outcomesOf(true)).toEqual(['passed']);
  expect(new Set(outcomesOf(false))).toEqual(new Set(['refused']));
});
