import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { RELEASE, writeRelease } from '../files/testing-server.ts';
import { createDiskCache } from './disk-cache.ts';
import { evict, touch } from './disk-use.ts';
import { lockFiles } from './replica.ts';

const HOUR_MS = 3_600_000;
const log = pino({ level: 'silent' });
let dir: string;
let releasesDir: string;
let locksDir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'disk-cache-'));
  releasesDir = join(dir, 'releases');
  locksDir = join(dir, 'locks');
  mkdirSync(locksDir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const idOf = (letter: string) => letter.repeat(64);
const age = (path: string, hours: number) => {
  const at = new Date(Date.now() - hours * HOUR_MS);
  utimesSync(path, at, at);
};
/** A release of some 1000 bytes that was needed so many hours ago. */
function release(name: string, hours: number): string {
  const path = writeRelease(releasesDir, name, { 'entry.js': 'x'.repeat(800) });
  age(path, hours);
  return path;
}
function lock(letter: string, names: readonly string[], hours = 5): void {
  const part = (name: string) => ({ name, release: RELEASE });
  const path = join(locksDir, `${idOf(letter)}.json`);
  writeFileSync(path, JSON.stringify({ id: idOf(letter), shell: part('shell'), remotes: names.map(part) }));
  age(path, hours);
}
const point = (live: string, canary?: string) =>
  lockFiles(locksDir).writePointer({
    lock: idOf(live),
    canary:
      canary === undefined ? null : { lock: idOf(canary), share: { percent: 5 }, startedAt: new Date().toISOString() },
    switchedOff: [],
  });
const cache = (maxBytes: number, maxLocks?: number) =>
  createDiskCache({
    releasesDir,
    locksDir,
    files: lockFiles(locksDir),
    log,
    maxBytes,
    ...(maxLocks !== undefined && { maxLocks }),
  });
const remaining = () =>
  readdirSync(releasesDir).filter((name) => !name.startsWith('.') && existsSync(join(releasesDir, name, RELEASE)));

test('beyond the bound what was needed longest ago goes; what is live, a canary, or was needed within the hour stays', async () => {
  release('shell', 90);
  release('mfe-live', 90);
  release('mfe-canary', 90);
  release('mfe-old', 80);
  release('mfe-older', 85);
  release('mfe-later', 2);
  release('mfe-now', 0.5);
  lock('a', ['mfe-live']);
  lock('b', ['mfe-canary']);
  await point('a', 'b');
  await cache(100_000)();
  expect(remaining()).toHaveLength(7);
  await cache(6600)();
  expect(remaining()).toEqual(['mfe-canary', 'mfe-later', 'mfe-live', 'mfe-now', 'mfe-old', 'shell'].toSorted());
  await cache(0)();
  expect(remaining()).toEqual(['mfe-canary', 'mfe-live', 'mfe-now', 'shell']);
  // Just promoted away: tabs of an hour still have it.
  lock('c', []);
  await point('c');
  await cache(0)();
  expect(remaining()).toEqual(['mfe-canary', 'mfe-live', 'mfe-now', 'shell']);
  expect(readdirSync(join(releasesDir, '.drafts'))).toEqual([]);
});

test('a small disk is filled to its half at most, and a disk is as large as its system says', async () => {
  release('shell', 90);
  release('mfe-old', 80);
  release('mfe-older', 85);
  lock('a', []);
  await point('a');
  const requestedReleases: string[] = [];
  const options = { releasesDir, locksDir, files: lockFiles(locksDir), log };
  await createDiskCache(options)();
  expect(remaining()).toHaveLength(3);
  const capacityOf = (folder: string) => {
    requestedReleases.push(folder);
    return Promise.resolve(2 * 2200);
  };
  await createDiskCache({ ...options, capacityOf })();
  expect([remaining(), requestedReleases]).toEqual([['mfe-old', 'shell'], [releasesDir]]);
});

test('locks are bounded, too, and nothing goes while the live one cannot be read', async () => {
  release('shell', 90);
  release('mfe-old', 90);
  for (const letter of '123456') lock(letter, [], 10 - Number(letter));
  lock('a', [], 90);
  await point('a');
  await cache(100_000, 3)();
  expect(readdirSync(locksDir).toSorted()).toEqual([
    `${idOf('5')}.json`,
    `${idOf('6')}.json`,
    `${idOf('a')}.json`,
    'current',
  ]);
  writeFileSync(join(locksDir, `${idOf('a')}.json`), '{');
  await expect(cache(0)()).rejects.toThrow('cannot be read');
  rmSync(join(locksDir, 'current'));
  await cache(0)();
  expect(remaining()).toEqual(['mfe-old', 'shell']);
});

test('what is needed while it goes comes back', async () => {
  const path = release('mfe-old', 5);
  const { mtimeMs } = statSync(path);
  expect(await touch(path)).toBe(true);
  expect(await evict(path, join(dir, 'away'), mtimeMs)).toBe(false);
  expect(existsSync(join(path, 'entry.js'))).toBe(true);
  expect(await evict(path, join(dir, 'away'), statSync(path).mtimeMs)).toBe(true);
  expect([existsSync(path), existsSync(join(dir, 'away')), await touch(path)]).toEqual([false, false, false]);
});
