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

test('the three newest releases of a workspace stay, whatever they are called, and others are left alone', () => {
  made('mfe-news', '0.1.0-zzzz', 1);
  made('mfe-news', '0.1.0-dddd', 2);
  made('mfe-news', '0.1.0-aaaa', 4);
  made('mfe-news', '0.1.0-cccc', 3);
  made('mfe-shop', '0.1.0-zzzz', 1);
  dropOldReleases(dir, 'mfe-news');
  expect(readdirSync(join(dir, 'mfe-news')).sort()).toEqual(['0.1.0-aaaa', '0.1.0-cccc', '0.1.0-dddd']);
  expect(readdirSync(join(dir, 'mfe-shop'))).toEqual(['0.1.0-zzzz']);
});
