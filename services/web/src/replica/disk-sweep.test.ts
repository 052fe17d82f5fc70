import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { keyOf } from '../files/release-access.ts';
import { RELEASE, writeRelease } from '../files/testing-server.ts';
import { lockedRelease, lockOf, recordOf } from '../testing-lock.ts';
import { createDiskSweep } from './disk-sweep.ts';
import type { RecentState } from './release-database.ts';
import { lockFiles } from './replica.ts';

let dir: string;
let releasesDir: string;
let locksDir: string;
let logged: string[];
let sweep: () => Promise<void>;
let recent: RecentState | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'disk-sweep-'));
  releasesDir = join(dir, 'releases');
  locksDir = join(dir, 'locks');
  mkdirSync(locksDir);
  logged = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const database = {
    recent: () => (recent ? Promise.resolve(recent) : Promise.reject(new Error('the database is away'))),
  };
  sweep = createDiskSweep({ database, releasesDir, locksDir, log });
  for (const name of ['shell', 'mfe-live', 'mfe-canary', 'mfe-recent', 'mfe-old'])
    writeRelease(releasesDir, name, { 'entry.js': name });
  for (const lock of [live, canary, replaced, old])
    writeFileSync(join(locksDir, `${lock.id}.json`), JSON.stringify(recordOf(lock)));
  recent = { locks: new Set([replaced.id]), releases: new Set([keyOf('mfe-recent', RELEASE)]) };
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const shell = lockedRelease('shell');
const [live, canary, replaced, old] = [
  lockOf(shell, [lockedRelease('mfe-live')]),
  lockOf(shell, [lockedRelease('mfe-canary')]),
  lockOf(shell, [lockedRelease('mfe-recent')]),
  lockOf(shell, [lockedRelease('mfe-old')]),
];
const point = () =>
  lockFiles(locksDir).writePointer({
    lock: live.id,
    canary: { lock: canary.id, share: { percent: 5 }, startedAt: new Date().toISOString() },
    switchedOff: [],
  });
const releasesLeft = () => readdirSync(releasesDir).filter((name) => existsSync(join(releasesDir, name, RELEASE)));
const locksLeft = () => [live, canary, replaced, old].filter(({ id }) => existsSync(join(locksDir, `${id}.json`)));

test('what no tab may have goes; what is live, a canary, or of a recent lock stays', async () => {
  await point();
  await sweep();
  expect(releasesLeft().toSorted()).toEqual(['mfe-canary', 'mfe-live', 'mfe-recent', 'shell']);
  expect(locksLeft()).toEqual([live, canary, replaced]);
  recent = { locks: new Set(), releases: new Set() };
  await sweep();
  expect(releasesLeft().toSorted()).toEqual(['mfe-canary', 'mfe-live', 'shell']);
  expect(locksLeft()).toEqual([live, canary]);
  expect(logged).toEqual([]);
});

test('nothing goes before the first promotion, while the database is away, or the live lock cannot be read', async () => {
  await sweep();
  await point();
  recent = undefined;
  await sweep();
  recent = { locks: new Set(), releases: new Set() };
  writeFileSync(join(locksDir, `${live.id}.json`), '{');
  await sweep();
  expect(releasesLeft()).toHaveLength(5);
  expect(logged).toHaveLength(2);
});

test('drafts of killed processes go when they are old, also while the database is away', async () => {
  recent = undefined;
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  const drafts = [join(releasesDir, '.drafts', '1-a'), join(releasesDir, '.drafts', '2-b')];
  for (const draft of drafts) mkdirSync(draft, { recursive: true });
  utimesSync(drafts[0] ?? '', hoursAgo, hoursAgo);
  await sweep();
  expect(readdirSync(join(releasesDir, '.drafts'))).toEqual(['2-b']);
});
