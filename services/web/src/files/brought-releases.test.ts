import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseNotNow } from './release-list.ts';
import { RELEASE, writeRelease } from './testing-release.ts';
import { serveReleases, type TestingServer } from './testing-server.ts';

let dir: string;
let asked: string[];
let server: TestingServer;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'brought-releases-'));
  asked = [];
  writeRelease(dir, 'mfe-here', { 'entry.js': 'here' });
  server = await serveReleases(dir, {
    bringRelease: async (name, release) => {
      asked.push(`${name} ${release}`);
      if (name === 'mfe-late') throw new ReleaseNotNow('Try again soon.');
      if (name !== 'mfe-news') return false;
      writeRelease(dir, name, { 'entry.js': 'brought' });
      return true;
    },
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

test('a release that is not on the disk is brought once for all who ask, and then is there', async () => {
  const path = `/releases/mfe-news/${RELEASE}/entry.js`;
  const answers = await Promise.all([1, 2, 3].map(() => server.get(path)));
  expect(answers.map(({ status, body }) => [status, String(body)])).toEqual(Array(3).fill([200, 'brought']));
  expect((await server.get(`/releases/mfe-news/${RELEASE}/other.js`)).status).toBe(404);
  expect(asked).toEqual([`mfe-news ${RELEASE}`]);
});

test('one that is there is not asked for, and one that does not come is 404', async () => {
  expect((await server.get(`/releases/mfe-here/${RELEASE}/entry.js`)).status).toBe(200);
  expect((await server.get(`/releases/mfe-here/${RELEASE}/none.js`)).status).toBe(404);
  expect(asked).toEqual([]);
  expect((await server.get(`/releases/mfe-gone/${RELEASE}/entry.js`)).status).toBe(404);
  expect(asked).toEqual([`mfe-gone ${RELEASE}`]);
});

test('one that cannot come now is 503, and is asked for again', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await server.get(`/releases/mfe-late/${RELEASE}/entry.js`);
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
  }
  expect(asked).toHaveLength(2);
});

test.each([
  '/releases/../locks/current',
  `/releases/..%2f..%2f/${RELEASE}/entry.js`,
  `/releases/.drafts/${RELEASE}/entry.js`,
  `/releases/mfe-news/..%2f${RELEASE}/entry.js`,
  '/releases/mfe-news/1.0.0/entry.js',
  `/releases/mfe-news%00/${RELEASE}/entry.js`,
  `/releases/MFE-NEWS/${RELEASE}/entry.js`,
])('%s leads nobody to the database', async (path) => {
  expect((await server.get(path)).status).toBe(404);
  expect(asked).toEqual([]);
});
