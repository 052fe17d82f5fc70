import { localFitSchema, type Release } from '@cytocomm/contract';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { testPortal } from '../../testing/portal.ts';
import { storeRelease } from '../../testing/releases.ts';

const ORIGIN = 'http://localhost:4001';

const portal = testPortal();
let developer: TestBrowser;
let people = 0;

const allowed = async (role: 'developer' | 'admin') => {
  people += 1;
  const browser = await portal.signedInAs(`${role}${people}@x.example`, role);
  const body = { remote: 'mfe-lab', origin: ORIGIN, hours: 1 };
  expect((await browser.authorised('POST', '/api/local-remotes', { body })).status).toBe(201);
  return browser;
};
beforeEach(async () => {
  developer = await allowed('developer');
});

const NOTHING: Release['contributions'] = { routes: [], links: [], sections: [], overlays: [] };
function manifest(name: string, change: Partial<Release> = {}): Release {
  return {
    name,
    title: name,
    version: '1.0.0',
    release: '1.0.0-1a2b3c4d',
    contract: name === 'shell' ? '1.3.0' : '^1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    files: [{ path: 'entry.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }],
    contributions: NOTHING,
    ...change,
  };
}
function part(name: string, change: Partial<Release> = {}) {
  const release = manifest(name, change);
  return { ...release, files: [], baseUrl: `/releases/${name}/${release.release}/` };
}
const lockOf = (shell: object, ...remotes: object[]) => ({
  id: 'a'.repeat(64),
  createdAt: '2026-01-01T00:00:00.000Z',
  shell,
  remotes,
});
const ask = (release: unknown, lock: object = lockOf(part('shell'), part('mfe-lab'))) =>
  developer.authorised('POST', '/api/local-remotes/fit', { body: { lock, release } });

it('replaces the remote of its name by the local one', async () => {
  const release = manifest('mfe-lab', { version: '9.9.9' });
  const { release: locked } = read(await ask(release), localFitSchema);
  expect(locked).toMatchObject({ name: 'mfe-lab', version: '9.9.9', baseUrl: `${ORIGIN}/`, files: release.files });
  expect(locked).not.toHaveProperty('sharedNames');
});

it('is added if the page has no remote of that name', async () => {
  expect((await ask(manifest('mfe-lab'), lockOf(part('shell')))).status).toBe(200);
});

it('requires a permission', async () => {
  developer.cookies.delete('portal_local_remote');
  expectProblem(await ask(manifest('mfe-lab')), 404, 'not-found');
});

it.each<[string, unknown]>([
  ['no release', { name: 'mfe-lab' }],
  ['another remote', manifest('mfe-other')],
  ['the shell', manifest('shell')],
  ['a file elsewhere', { ...manifest('mfe-lab'), entry: 'https://evil.example/x.js' }],
  ['one field more', { ...manifest('mfe-lab'), baseUrl: 'https://evil.example/' }],
])('%s is refused with the reason', async (_, release) => {
  expectProblem(await ask(release), 422, 'release-invalid');
});

it('is refused with every misfit', async () => {
  const route = { path: '/taken', component: 'Page', title: 'Taken', public: false };
  const contributions = { routes: [route], links: [], sections: [], overlays: [] };
  const lock = lockOf(part('shell', { shared: { react: '19.0.0' } }), part('mfe-other', { contributions }));
  const answer = await ask(
    manifest('mfe-lab', { contract: '^99.0.0', api: '^99.0.0', shared: { react: '^20.0.0' }, contributions }),
    lock,
  );
  expectProblem(answer, 422, 'gate-refused');
  expect(answer.text).toMatch(/needs contract \^99/);
  expect(answer.text).toMatch(/needs API \^99/);
  expect(answer.text).toMatch(/needs react \^20/);
  expect(answer.text).toMatch(/both claim route \/taken/);
});

it('compares shared names if the release of the shell is stored', async () => {
  const { release } = await storeRelease(portal.connection, 'shell', { sharedNames: { '@cytocomm/kit': ['Button'] } });
  const lock = (id: string) => lockOf(part('shell', { release: id, shared: { '@cytocomm/kit': '1.0.0' } }));
  const local = manifest('mfe-lab', {
    shared: { '@cytocomm/kit': '^1.0.0' },
    sharedNames: { '@cytocomm/kit': ['Nothing'] },
  });
  const refused = await ask(local, lock(release));
  expectProblem(refused, 422, 'gate-refused');
  expect(refused.text).toContain('takes Nothing from @cytocomm/kit');
  expect((await ask(local, lock('0.0.1-00000000'))).status).toBe(200);
});

it('refuses an oversized request before reading it', async () => {
  expectProblem(await ask('x'.repeat(600 * 1024)), 413, 'too-large');
});
