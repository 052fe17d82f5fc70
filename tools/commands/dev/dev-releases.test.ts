import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropOldReleases } from './dev-releases.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'dev-releases-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function made(name: string, release: string, second: number): void {
  mkdirSync(join(dir, name, release), { recursive: true });
  utimesSync(join(dir, name, release), second, second);
}

test('the ten newest releases of a workspace stay, whatever they are called, and others are left alone', () => {
  const names = ['zzzz', 'yyyy', 'xxxx', 'aaaa', 'cccc', 'bbbb', 'dddd', 'ffff', 'eeee', 'kkkk', 'hhhh', 'gggg'];
  names.forEach((name, age) => {
    made('mfe-news', `0.1.0-${name}`, age + 1);
  });
  made('mfe-shop', '0.1.0-zzzz', 1);
  dropOldReleases(dir, 'mfe-news');
  const kept = names.slice(2).map((name) => `0.1.0-${name}`);
  expect(readdirSync(join(dir, 'mfe-news')).sort()).toEqual(kept.sort());
  expect(readdirSync(join(dir, 'mfe-shop'))).toEqual(['0.1.0-zzzz']);
});
