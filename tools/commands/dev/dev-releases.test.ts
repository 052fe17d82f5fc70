import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropOldReleases } from './serve-portal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dev-releases-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function makeRelease(name: string, release: string, second: number): void {
  mkdirSync(join(dir, name, release), { recursive: true });
  utimesSync(join(dir, name, release), second, second);
}

test('the ten newest releases of a workspace stay, by time and not by name; other workspaces are left alone', () => {
  const names = ['zzzz', 'yyyy', 'xxxx', 'aaaa', 'cccc', 'bbbb', 'dddd', 'ffff', 'eeee', 'kkkk', 'hhhh', 'gggg'];
  names.forEach((name, age) => {
    makeRelease('mfe-news', `0.1.0-${name}`, age + 1);
  });
  makeRelease('mfe-shop', '0.1.0-zzzz', 1);
  dropOldReleases(dir, 'mfe-news');
  const newest = names.slice(2).map((name) => `0.1.0-${name}`);
  expect(readdirSync(join(dir, 'mfe-news')).sort()).toEqual(newest.sort());
  expect(readdirSync(join(dir, 'mfe-shop'))).toEqual(['0.1.0-zzzz']);
});
