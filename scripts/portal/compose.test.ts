import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { openReleaseStore, type ReleaseStore, type WorkspaceBuild, writeManifest } from '@cytocomm/remote-tools';
import { promoteBuilds } from './compose.ts';
import { CannotStart } from './settings.ts';

let root: string;
let store: ReleaseStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'compose-'));
  store = openReleaseStore(join(root, 'data'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function build(name: string, content = name, change: Partial<Release> = {}): WorkspaceBuild {
  const distDir = mkdtempSync(join(root, 'dist-'));
  writeFileSync(join(distDir, 'entry.js'), content);
  const release = writeManifest(distDir, {
    name,
    title: name,
    version: '1.0.0',
    contract: name === 'shell' ? '1.0.0' : '^1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    contributions: { routes: [], links: [], sections: [], overlays: [] },
    ...change,
  });
  return { release, distDir };
}

const active = () => store.currentLock()?.remotes.map(({ name, release }) => `${name} ${release}`);
const idOf = ({ release }: WorkspaceBuild) => `${release.name} ${release.release}`;

test('a remote that this checkout does not have stays, until it is left out by name', () => {
  const [foreign, own, next] = [build('mfe-foreign'), build('mfe-own'), build('mfe-own', 'next')];
  promoteBuilds(store, [build('shell'), foreign, own]);
  promoteBuilds(store, [build('shell'), next]);
  expect(active()).toEqual([idOf(foreign), idOf(next)]);
  promoteBuilds(store, [], { without: ['mfe-foreign'] });
  expect(active()).toEqual([idOf(next)]);
});

test('a remote that stays and does not fit the new shell is named, and nothing changes', () => {
  const foreign = build('mfe-foreign');
  promoteBuilds(store, [build('shell'), foreign]);
  const shell = build('shell', 'shell', { contract: '2.0.0' });
  expect(() => promoteBuilds(store, [shell])).toThrow('needs contract ^1.0.0, the shell has 2.0.0');
  expect(active()).toEqual([idOf(foreign)]);
});

test('a remote without a shell beside it is refused', () => {
  expect(() => promoteBuilds(store, [build('mfe-own')])).toThrow(CannotStart);
});
