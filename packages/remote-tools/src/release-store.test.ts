import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Release } from '@cytocomm/contract';
import { describeRelease, type ReleaseFacts, readLockPointer, readLockRecord } from '@cytocomm/releases';
import { openReleaseStore } from './release-store.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function build(
  name: string,
  content: string,
  change: Partial<Pick<ReleaseFacts, 'contract' | 'api' | 'sharedNames'>> = {},
): { distDir: string; release: Release } {
  const distDir = mkdtempSync(join(root, 'dist-'));
  writeFileSync(join(distDir, 'entry.js'), content);
  const release = describeRelease(distDir, {
    name,
    title: name,
    version: '0.1.0',
    contract: change.contract ?? (name === 'shell' ? '1.0.0' : '^1.0.0'),
    ...(change.api === undefined ? {} : { api: change.api }),
    entry: 'entry.js',
    shared: {},
    ...(change.sharedNames === undefined ? {} : { sharedNames: change.sharedNames }),
    components: {},
    contributions: { routes: [], links: [], sections: [], overlays: [] },
  });
  writeFileSync(join(distDir, 'release.json'), JSON.stringify(release));
  return { distDir, release };
}

test('a published release stays as it was, and earlier releases stay beside newer ones', () => {
  const store = openReleaseStore(join(root, 'data'));
  const first = build('mfe-a', 'first');
  const second = build('mfe-a', 'second');
  store.publish(first.distDir);
  store.publish(second.distDir);
  store.publish(first.distDir);
  const stored = (release: Release) =>
    readFileSync(join(store.releasesDir, 'mfe-a', release.release, 'entry.js'), 'utf8');
  expect(stored(first.release)).toBe('first');
  expect(stored(second.release)).toBe('second');
});

const alterations: [string, (dir: string) => void, RegExp][] = [
  ['a file altered after the build', (dir) => writeFileSync(join(dir, 'entry.js'), 'altered'), /entry\.js has other/],
  ['a file gone', (dir) => rmSync(join(dir, 'entry.js')), /entry\.js is missing/],
  ['a file too many', (dir) => writeFileSync(join(dir, 'more.js'), ''), /more\.js is not listed/],
  ['a twin of nothing', (dir) => writeFileSync(join(dir, 'more.js.br'), ''), /more\.js\.br is not listed/],
  ['a twin that is none', (dir) => writeFileSync(join(dir, 'entry.js.gz'), 'x'), /entry\.js\.gz does not unpack/],
  [
    'a twin of other content',
    (dir) => writeFileSync(join(dir, 'entry.js.br'), brotliCompressSync('x'.repeat(1e6))),
    /entry\.js\.br does not unpack/,
  ],
  ['a link', (dir) => symlinkSync('/etc/hostname', join(dir, 'host')), /host is no plain file/],
  ['a link to a folder', (dir) => symlinkSync('/etc', join(dir, 'etc')), /etc is no plain file/],
  [
    'a manifest altered after the build',
    (dir) => {
      const path = join(dir, 'release.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('^1.0.0', '^1.0.1'));
    },
    /release\.json does not say/,
  ],
];

test.each(alterations)('a build with %s is not published', (_, alter, words) => {
  const store = openReleaseStore(join(root, 'data'));
  const { distDir, release } = build('mfe-a', 'content');
  alter(distDir);
  expect(() => store.publish(distDir)).toThrow(words);
  expect(() => store.publish(distDir)).toThrow(`mfe-a ${release.release}`);
  expect(readdirSync(join(store.releasesDir, 'mfe-a'), { withFileTypes: true })).toEqual([]);
});

test.each(alterations)('a release that has %s in the store is replaced, and it is said', (_, alter) => {
  const lines: string[] = [];
  const store = openReleaseStore(join(root, 'data'), (line) => lines.push(line));
  const { distDir, release } = build('mfe-a', 'content');
  store.publish(distDir);
  const stored = join(store.releasesDir, 'mfe-a', release.release);
  alter(stored);
  store.publish(distDir);
  store.publish(distDir);
  expect(lines).toEqual([expect.stringContaining(`mfe-a ${release.release} was damaged in the store`)]);
  expect(readdirSync(stored).sort()).toEqual(['entry.js', 'release.json']);
  expect(readFileSync(join(stored, 'entry.js'), 'utf8')).toBe('content');
  expect(readdirSync(join(store.releasesDir, 'mfe-a'))).toEqual([release.release]);
});

test('a published release has its compressed twins', () => {
  const store = openReleaseStore(join(root, 'data'));
  const { distDir, release } = build('mfe-a', 'content');
  writeFileSync(join(distDir, 'entry.js.br'), brotliCompressSync('content'));
  store.publish(distDir);
  expect(existsSync(join(store.releasesDir, 'mfe-a', release.release, 'entry.js.br'))).toBe(true);
});

const activeIn = (locksDir: string) =>
  existsSync(join(locksDir, 'current'))
    ? readLockPointer(readFileSync(join(locksDir, 'current'), 'utf8'))?.lock
    : undefined;

test('a promotion makes a lock, keeps it beside earlier ones and moves the pointer', () => {
  const store = openReleaseStore(join(root, 'data'));
  const shell = store.publish(build('shell', 'shell').distDir);
  const old = store.promote(shell, [store.publish(build('mfe-a', 'old').distDir)]);
  expect(activeIn(store.locksDir)).toBe(old.id);
  const fresh = store.promote(shell, [store.publish(build('mfe-a', 'new').distDir)]);
  expect(activeIn(store.locksDir)).toBe(fresh.id);
  expect(readdirSync(store.locksDir).sort()).toEqual(['current', `${old.id}.json`, `${fresh.id}.json`].sort());
  expect(readLockRecord(JSON.parse(readFileSync(join(store.locksDir, `${old.id}.json`), 'utf8')))).toEqual(old);
});

test('what does not fit is not promoted: the lock stays', () => {
  const store = openReleaseStore(join(root, 'data'));
  const shell = store.publish(build('shell', 'shell', { contract: '1.1.0' }).distDir);
  const lock = store.promote(shell, [store.publish(build('mfe-a', 'old').distDir)]);
  const fresh = store.publish(build('mfe-a', 'new', { contract: '^1.2.0' }).distDir);
  expect(() => store.promote(shell, [fresh])).toThrow(
    `mfe-a ${fresh.release} needs contract ^1.2.0, the shell has 1.1.0`,
  );
  const other = store.publish(build('mfe-a', 'new', { api: '^99.0.0' }).distDir);
  expect(() => store.promote(shell, [other])).toThrow(`mfe-a ${other.release} needs API ^99.0.0`);
  expect(() => store.promote(shell, [{ name: 'mfe-a', release: '1.0.0-000000000000' }])).toThrow('cannot be used');
  expect(readdirSync(store.locksDir).sort()).toEqual(['current', `${lock.id}.json`].sort());
  expect(activeIn(store.locksDir)).toBe(lock.id);
});

describe('names of shared packages', () => {
  const kit = (...names: string[]) => ({ sharedNames: { '@cytocomm/kit': names } });

  test('are compared when one release of a lock is replaced, though the lock holds none', () => {
    const store = openReleaseStore(join(root, 'data'));
    const shell = store.publish(build('shell', 'old', kit('Card')).distDir);
    const remote = store.publish(build('mfe-a', 'a', kit('Card')).distDir);
    const lock = store.promote(shell, [remote]);
    const renamed = store.publish(build('shell', 'new', kit('Tile')).distDir);
    expect(() => store.promote(renamed, lock.remotes)).toThrow('takes Card from @cytocomm/kit');
    const other = store.publish(build('mfe-a', 'b', kit('Tile')).distDir);
    expect(() => store.promote(lock.shell, [other])).toThrow('takes Tile from @cytocomm/kit');
    expect(store.promote(renamed, [other]).remotes).toHaveLength(1);
  });

  test('that were taken out of a stored manifest are missed', () => {
    const store = openReleaseStore(join(root, 'data'));
    const shell = store.publish(build('shell', 'shell', kit('Tile')).distDir);
    const remote = store.publish(build('mfe-a', 'a', kit('Card')).distDir);
    const manifest = join(store.releasesDir, 'mfe-a', remote.release, 'release.json');
    const { sharedNames: _, ...without } = remote;
    writeFileSync(manifest, JSON.stringify(without));
    expect(() => store.promote(shell, [remote])).toThrow(`mfe-a ${remote.release} is not what its release.json says`);
    rmSync(manifest);
    expect(() => store.promote(shell, [remote])).toThrow(`${manifest} cannot be used`);
  });

  test.each([
    [
      'a thousand and one of them',
      { '@cytocomm/kit': Array.from({ length: 1001 }, (_, n) => `N${n}`).sort() },
      /<=1000/,
    ],
    ['a very long one', { '@cytocomm/kit': ['N'.repeat(101)] }, /<=100 characters/],
    [
      'five thousand that are none',
      { '@cytocomm/kit': Array.from({ length: 5000 }, () => '') },
      /^.{0,200}(\n.{0,200}){1,22}$/,
    ],
    ['one twice', { '@cytocomm/kit': ['Card', 'Card'] }, /names in order, each once/],
    ['no order', { '@cytocomm/kit': ['Card', 'Button'] }, /names in order, each once/],
    ['what is no name', { '@cytocomm/kit': ['<script>'] }, /a name that a module can export/],
    ['no list', { '@cytocomm/kit': 'Card' }, /expected array/],
    ['no packages', 'all', /expected record/],
    ['a package called __proto__', JSON.parse('{"__proto__":["Card"]}'), /__proto__ is not a package/],
    ['a package that is a path', { '../kit': ['Card'] }, /Invalid key in record/],
    [
      'a hundred and one packages',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, []])),
      /at most 100/,
    ],
  ])('with %s are refused, file and field named', (_, sharedNames, words) => {
    const store = openReleaseStore(join(root, 'data'));
    const { distDir, release } = build('mfe-a', 'a');
    writeFileSync(join(distDir, 'release.json'), JSON.stringify({ ...release, sharedNames }));
    expect(() => store.publish(distDir)).toThrow(words);
    expect(() => store.publish(distDir)).toThrow(/release\.json cannot be used:[\s\S]* at sharedNames/);
  });
});

test('a release.json that is not JSON is refused with its path', () => {
  const store = openReleaseStore(join(root, 'data'));
  const { distDir } = build('mfe-a', 'a');
  writeFileSync(join(distDir, 'release.json'), '{');
  expect(() => store.publish(distDir)).toThrow(`${join(distDir, 'release.json')} cannot be used`);
});
