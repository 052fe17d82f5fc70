import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockedRelease, lockOf } from '../testing-lock.ts';
import { ReleaseUnavailable, ReleaseWithdrawn } from './release-access.ts';
import { RELEASE, serveReleases, type TestingServer, writeRelease } from './testing-server.ts';

let dir: string;
let requestedReleases: string[];
let server: TestingServer;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'brought-releases-'));
  requestedReleases = [];
  writeRelease(dir, 'mfe-here', { 'entry.js': 'here' });
  const live = lockOf(lockedRelease('shell'), [lockedRelease('mfe-here'), lockedRelease('mfe-off')]);
  const served = { live, switchedOff: ['mfe-off'] };
  server = await serveReleases(dir, {
    locks: { current: async () => live, served: async () => served },
    fetchRelease: async (name, release) => {
      requestedReleases.push(`${name} ${release}`);
      if (name === 'mfe-late') throw new ReleaseUnavailable('Try again soon.');
      if (name === 'mfe-old') throw new ReleaseWithdrawn(name, release);
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
  expect(requestedReleases).toEqual([`mfe-news ${RELEASE}`]);
});

test('one that pages have is not asked for, and one that does not come is 404', async () => {
  expect((await server.get(`/releases/mfe-here/${RELEASE}/entry.js`)).status).toBe(200);
  expect((await server.get(`/releases/mfe-here/${RELEASE}/none.js`)).status).toBe(404);
  expect(requestedReleases).toEqual([]);
  expect((await server.get(`/releases/mfe-gone/${RELEASE}/entry.js`)).status).toBe(404);
  expect(requestedReleases).toEqual([`mfe-gone ${RELEASE}`]);
});

test('one that is withdrawn is 410, on the disk or not, and so is one that is switched off', async () => {
  writeRelease(dir, 'mfe-old', { 'entry.js': 'old' });
  writeRelease(dir, 'mfe-off', { 'entry.js': 'off' });
  for (const path of ['mfe-old', 'mfe-off'].map((name) => `/releases/${name}/${RELEASE}/entry.js`))
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.get(path, { 'If-None-Match': '*', Range: 'bytes=0-0' }, method);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 410, 'no-store']);
    }
  expect((await server.get(`/releases/mfe-off/${RELEASE}/none.js`)).status).toBe(410);
  expect(requestedReleases).toEqual([`mfe-old ${RELEASE}`, `mfe-old ${RELEASE}`]);
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
  expect(requestedReleases).toHaveLength(2);
});

test.each([
  '/releases/../locks/current',
  `/releases/..%2f..%2f/${RELEASE}/entry.js`,
  `/releases/.drafts/${RELEASE}/entry.js`,
  `/releases/mfe-news/..%2f${RELEASE}/entry.js`,
  '/releases/mfe-news/1.0.0/entry.js',
  `/releases/mfe-news%00/${RELEASE}/entry.js`,
  `/releases/MFE-NEWS/${RELEASE}/entry.js`,
])('%s does not reach the database', async (path) => {
  expect((await server.get(path)).status).toBe(404);
  expect(requestedReleases).toEqual([]);
});
