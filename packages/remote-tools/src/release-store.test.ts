import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@cytocomm/contract';
import { describeRelease } from './release-manifest.ts';
import { openReleaseStore } from './release-store.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function build(name: string, content: string): { distDir: string; release: Release } {
  const distDir = mkdtempSync(join(root, 'dist-'));
  writeFileSync(join(distDir, 'entry.js'), content);
  const release = describeRelease(distDir, {
    name,
    title: name,
    version: '0.1.0',
    contract: name === 'shell' ? '1.0.0' : '^1.0.0',
    entry: 'entry.js',
    shared: {},
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
  writeFileSync(join(first.distDir, 'entry.js'), 'tampered after the release');
  store.publish(first.distDir);
  const stored = (release: Release) =>
    readFileSync(join(store.releasesDir, 'mfe-a', release.release, 'entry.js'), 'utf8');
  expect(stored(first.release)).toBe('first');
  expect(stored(second.release)).toBe('second');
});

test('composing keeps a lock without putting it in force; promoting and rolling back move the pointer', () => {
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

test('a lock that was never made cannot be put in force', () => {
  const store = openReleaseStore(join(root, 'data'));
  expect(() => store.promote('0123456789abcdef')).toThrow('0123456789abcdef');
  expect(() => store.promote('../../etc/passwd')).toThrow();
  expect(store.currentLock()).toBeUndefined();
});
