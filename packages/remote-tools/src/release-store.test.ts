import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { Release } from '@cytocomm/contract';
import { describeRelease, type ReleaseFacts, readLockRecord } from '@cytocomm/releases';
import { openReleaseStore, PromotionBusy } from './release-store.ts';

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
  const said: string[] = [];
  const store = openReleaseStore(join(root, 'data'), (line) => said.push(line));
  const { distDir, release } = build('mfe-a', 'content');
  store.publish(distDir);
  const stored = join(store.releasesDir, 'mfe-a', release.release);
  alter(stored);
  store.publish(distDir);
  store.publish(distDir);
  expect(said).toEqual([expect.stringContaining(`mfe-a ${release.release} was damaged in the store`)]);
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

test('a kept lock whose content was changed is not promoted; composing again makes another, from none', () => {
  const said: string[] = [];
  const store = openReleaseStore(join(root, 'data'), (line) => said.push(line));
  const shell = store.publish(build('shell', 'shell').distDir);
  const remote = store.publish(build('mfe-a', 'a').distDir);
  const lock = store.compose(shell, [remote]);
  store.promote(lock.id);
  const path = join(store.locksDir, `${lock.id}.json`);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"title": "mfe-a"', '"title": "mfe-b"'));
  expect(() => store.promote(lock.id)).toThrow('was changed after it was made');
  expect(() => store.currentLock()).toThrow('was changed after it was made');
  const mended = store.compose(shell, [remote]);
  expect(mended).toMatchObject({ base: null, createdBy: 'checkout' });
  expect(mended.id).not.toBe(lock.id);
  expect(said.join()).toContain('The active lock cannot be used');
  store.promote(mended.id);
  expect(store.currentLock()?.remotes[0]?.title).toBe('mfe-a');
});

test('composing keeps a lock without promoting it; promoting and rolling back move the pointer', () => {
  const store = openReleaseStore(join(root, 'data'));
  const shell = store.publish(build('shell', 'shell').distDir);
  const old = store.compose(shell, [store.publish(build('mfe-a', 'old').distDir)]);
  expect(store.currentLock()).toBeUndefined();
  store.promote(old.id);
  const fresh = store.compose(shell, [store.publish(build('mfe-a', 'new').distDir)]);
  expect(store.currentLock()?.id).toBe(old.id);
  store.promote(fresh.id);
  expect(store.currentLock()?.id).toBe(fresh.id);
  store.promote(old.id);
  expect(store.currentLock()).toEqual(old);
  expect(store.lockIds().sort()).toEqual([old.id, fresh.id].sort());
});

test('a lock names the one it was made from; one of the active lock’s releases is that lock', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const store = openReleaseStore(join(root, 'data'), undefined, undefined, privateKey);
  const shell = store.publish(build('shell', 'shell').distDir);
  const [old, fresh] = ['old', 'new'].map((content) => store.publish(build('mfe-a', content).distDir));
  if (!old || !fresh) throw new Error('two builds');
  const first = store.promoteChange(() => ({ shell, remotes: [old] }));
  expect(store.promoteChange(() => ({ shell, remotes: [old] }))).toEqual(first);
  expect(store.compose(shell, [old], { createdBy: 'somebody' })).toEqual(first);
  expect(store.lockIds()).toEqual([first.id]);
  const second = store.compose(shell, [fresh], { createdBy: 'somebody', reason: 'news' });
  expect(second).toMatchObject({ base: first.id, createdBy: 'somebody', reason: 'news' });
  expect(readLockRecord(second, [publicKey])).toEqual(second);
});

test('a remote that needs a newer contract than the shell’s is not promoted: the lock stays', () => {
  const store = openReleaseStore(join(root, 'data'));
  const shell = store.publish(build('shell', 'shell', { contract: '1.1.0' }).distDir);
  const lock = store.compose(shell, [store.publish(build('mfe-a', 'old').distDir)]);
  store.promote(lock.id);
  const fresh = store.publish(build('mfe-a', 'new', { contract: '^1.2.0' }).distDir);
  expect(() => store.compose(shell, [fresh])).toThrow(
    `mfe-a ${fresh.release} needs contract ^1.2.0, the shell has 1.1.0`,
  );
  expect(store.lockIds()).toEqual([lock.id]);
  expect(store.currentLock()?.id).toBe(lock.id);
});

test('a lock that was never made cannot be promoted', () => {
  const store = openReleaseStore(join(root, 'data'));
  expect(() => store.promote('0123456789abcdef')).toThrow('0123456789abcdef');
  expect(() => store.promote('../../etc/passwd')).toThrow();
  expect(store.currentLock()).toBeUndefined();
});

describe('names of shared packages', () => {
  const kit = (...names: string[]) => ({ sharedNames: { '@cytocomm/kit': names } });

  test('are compared when one release of a lock is replaced, though the lock holds none', () => {
    const store = openReleaseStore(join(root, 'data'));
    const shell = store.publish(build('shell', 'old', kit('Card')).distDir);
    const remote = store.publish(build('mfe-a', 'a', kit('Card')).distDir);
    const lock = store.compose(shell, [remote]);
    const renamed = store.publish(build('shell', 'new', kit('Tile')).distDir);
    expect(() => store.compose(renamed, lock.remotes)).toThrow('takes Card from @cytocomm/kit');
    const other = store.publish(build('mfe-a', 'b', kit('Tile')).distDir);
    expect(() => store.compose(lock.shell, [other])).toThrow('takes Tile from @cytocomm/kit');
    expect(store.compose(renamed, [other]).remotes).toHaveLength(1);
  });

  test('that were taken out of a stored manifest are missed', () => {
    const store = openReleaseStore(join(root, 'data'));
    const shell = store.publish(build('shell', 'shell', kit('Tile')).distDir);
    const remote = store.publish(build('mfe-a', 'a', kit('Card')).distDir);
    const manifest = join(store.releasesDir, 'mfe-a', remote.release, 'release.json');
    const { sharedNames: _, ...without } = remote;
    writeFileSync(manifest, JSON.stringify(without));
    expect(() => store.compose(shell, [remote])).toThrow(`mfe-a ${remote.release} is not what its release.json says`);
    rmSync(manifest);
    expect(() => store.compose(shell, [remote])).toThrow(`${manifest} cannot be used`);
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

describe('the version of the API', () => {
  const lockOf = (api: string) => {
    const store = openReleaseStore(join(root, 'data'));
    const shell = store.publish(build('shell', 'shell').distDir);
    const remote = store.publish(build('mfe-a', 'a', { api }).distDir);
    return { store, remote, lock: store.compose(shell, [remote]) };
  };

  test.each([
    ['^1.2.0', '1.1.9'],
    ['^1.2.0', '2.0.0'],
    ['^1.2.0', 'newest'],
  ])('that a release needs, %s, is not the one that runs, %s: its lock is not promoted', (api, running) => {
    const { store, remote, lock } = lockOf(api);
    expect(() => store.promote(lock.id, running)).toThrow(
      `mfe-a ${remote.release} needs API ${api}, the one that runs is ${running}`,
    );
    expect(store.currentLock()).toBeUndefined();
  });

  test('may be newer than the one that a release was built for', () => {
    const { store, lock } = lockOf('^1.2.0');
    store.promote(lock.id, '1.3.0');
    expect(store.currentLock()?.id).toBe(lock.id);
    expect(JSON.stringify(lock)).not.toContain('1.2.0');
  });

  test('keeps an earlier lock from being promoted again when the API has moved on', () => {
    const { store, lock } = lockOf('^1.2.0');
    store.promote(lock.id, '1.3.0');
    const fresh = store.compose(lock.shell, [store.publish(build('mfe-a', 'b', { api: '^2.0.0' }).distDir)]);
    store.promote(fresh.id, '2.0.0');
    expect(() => store.promote(lock.id, '2.0.0')).toThrow('needs API ^1.2.0, the one that runs is 2.0.0');
    expect(store.currentLock()?.id).toBe(fresh.id);
  });

  test('of a release that says none is not asked for; a range that is none is refused', () => {
    const store = openReleaseStore(join(root, 'data'));
    const shell = store.publish(build('shell', 'shell').distDir);
    store.promote(store.compose(shell, []).id, '7.0.0');
    const { lock } = lockOf('newest please');
    expect(() => store.promote(lock.id)).toThrow('"newest please" is not a range of API versions');
  });
});

describe('a change of the active lock', () => {
  const start = () => {
    const dir = join(root, 'data');
    const said: string[] = [];
    const store = openReleaseStore(dir, (line) => said.push(line));
    const shell = store.publish(build('shell', 'shell').distDir);
    const idsOf = (name: string) =>
      Array.from({ length: 12 }, (_, turn) => store.publish(build(name, `${turn}`).distDir).release);
    return { dir, said, store, shell, idsOf };
  };

  test('of two processes at once loses nothing', async () => {
    const { dir, store, shell, idsOf } = start();
    const ids = { 'mfe-a': idsOf('mfe-a'), 'mfe-b': idsOf('mfe-b') };
    store.promoteChange(() => ({ shell, remotes: [] }));
    const program = join(import.meta.dirname, 'testing', 'promote-program.ts');
    const run = promisify(execFile);
    await Promise.all(
      Object.entries(ids).map(([name, releases]) => run(process.execPath, [program, dir, name, ...releases])),
    );
    const active = store.currentLock()?.remotes.map(({ name, release }) => [name, release]);
    expect(active).toEqual(Object.entries(ids).map(([name, releases]) => [name, releases.at(-1)]));
  });

  test('and a rollback wait for another promotion no longer than they may; then nothing has changed', () => {
    const { dir, store, shell } = start();
    const { id } = store.promoteChange(() => ({ shell, remotes: [] }));
    const impatient = openReleaseStore(dir, undefined, 50);
    const change = jest.fn(() => ({ shell, remotes: [] }));
    store.promoteChange(() => {
      expect(() => impatient.promote(id)).toThrow(PromotionBusy);
      expect(() => impatient.promoteChange(change)).toThrow('has not ended for 50 ms');
      return { shell, remotes: [] };
    });
    expect(change).not.toHaveBeenCalled();
    impatient.promote(id);
    expect(store.currentLock()?.id).toBe(id);
  });

  test('over a folder that is no folder fails with what is wrong, not as busy', () => {
    const { dir, store } = start();
    mkdirSync(join(store.locksDir, 'promotion'));
    expect(() => openReleaseStore(dir).promote('0123456789abcdef')).toThrow(/unable to open/);
  });

  test('that is refused leaves the active lock', () => {
    const { store, shell } = start();
    const before = store.promoteChange(() => ({ shell, remotes: [] }));
    const remote = store.publish(build('mfe-a', 'a', { contract: '^9.0.0' }).distDir);
    expect(() => store.promoteChange(() => ({ shell, remotes: [remote] }))).toThrow('needs contract ^9.0.0');
    expect(store.currentLock()?.id).toBe(before.id);
    expect(store.promoteChange((active) => ({ shell, remotes: active?.remotes ?? [] })).id).toBe(before.id);
  });

  test('that cannot be used begins without it, and says so', () => {
    const { store, shell, said } = start();
    const { id } = store.promoteChange(() => ({ shell, remotes: [] }));
    writeFileSync(join(store.locksDir, `${id}.json`), '{');
    const change = jest.fn(() => ({ shell, remotes: [] }));
    const next = store.promoteChange(change);
    expect(next).toMatchObject({ base: null });
    expect(change).toHaveBeenCalledWith(undefined);
    expect(said.join()).toContain('The active lock cannot be used');
    expect(store.currentLock()?.id).toBe(next.id);
    expect(next.id).not.toBe(id);
  });
});
