import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LockedRelease, Release } from '@cytocomm/contract';
import { type LockRecord, RELEASE_COLLECTIONS, readLockPointer } from '@cytocomm/releases';
import pino from 'pino';
import { openReleaseDatabase, type ReleaseDatabase } from './release-database.ts';
import { createReleaseFetcher, type ReleaseFetcher } from './release-fetcher.ts';
import { createReplica, lockFiles, type Replica } from './replica.ts';
import { startTestingReleases, type TestingReleases } from './testing-release-database.ts';

const log = pino({ level: 'silent' });
let testing: TestingReleases;
let dir: string;
let database: ReleaseDatabase;
let fetcher: ReleaseFetcher;
let replica: Replica;
/** The releases that do not come before `release` is called. */
let slow: Set<string>;
let requestedReleases: string[];
let release: () => void;
let shell: Release;
let first: LockRecord;

beforeAll(async () => {
  testing = await startTestingReleases();
});
afterAll(() => testing[Symbol.asyncDispose]());

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'slow-releases-'));
  const { releases, blobs, locks, live, bucket } = RELEASE_COLLECTIONS;
  for (const name of [releases, blobs, locks, live, `${bucket}.files`, `${bucket}.chunks`])
    await testing.db.collection(name).deleteMany({});
  shell = await testing.publish('shell', 'the shell');
  first = await testing.lock(shell, [await testing.publish('mfe-a', 'one')]);
  slow = new Set();
  requestedReleases = [];
  const released = Promise.withResolvers<void>();
  release = released.resolve;
  const opened = openReleaseDatabase(testing.uri);
  database = {
    ...opened,
    async *contents(hashes) {
      const waits = (
        await testing.db
          .collection(releases)
          .find({ release: { $in: [...slow] } })
          .toArray()
      ).filter(({ files }) =>
        files.some(({ path, hash }: { path: string; hash: string }) => path === 'entry.js' && hashes.includes(hash)),
      );
      requestedReleases.push(...waits.map((record) => String(record.release)));
      if (waits.length > 0) await released.promise;
      yield* opened.contents(hashes);
    },
  };
  fetcher = createReleaseFetcher({ database, releasesDir: join(dir, 'releases'), log });
  replica = createReplica({ database, files: lockFiles(join(dir, 'locks')), releases: fetcher, log });
});
afterEach(async () => {
  release();
  await replica.close();
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

const pointer = () => {
  const path = join(dir, 'locks', 'current');
  return existsSync(path) ? readLockPointer(readFileSync(path, 'utf8')) : undefined;
};

/** Waits until a condition holds; the test's own deadline ends the wait. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}

/** A lock whose release of mfe-a comes slowly. */
async function slowLock(content: string): Promise<LockRecord> {
  const published = await testing.publish('mfe-a', content);
  slow.add(published.release);
  return testing.lock(shell, [published], first.id);
}

const canaryOf = ({ id }: LockRecord) => ({
  lock: id,
  share: { percent: 5 },
  startedAt: new Date(),
  startedBy: 'me',
});
const off = [{ remote: 'mfe-b', reason: 'broken', at: new Date(), by: 'me' }];

test('neither a new live lock, nor what is switched off, nor a roll-back waits for the canary', async () => {
  const canary = canaryOf(await slowLock('a slow canary'));
  await testing.live(first.id, { canary });
  replica.update();
  await replica.first;
  expect(pointer()?.lock).toBe(first.id);
  await until(() => requestedReleases.length > 0);
  expect(pointer()?.canary).toBeNull();
  await testing.live(first.id, { canary, switchedOff: off });
  replica.update();
  await until(() => pointer()?.switchedOff[0]?.remote === 'mfe-b');
  const second = await testing.lock(shell, [await testing.publish('mfe-a', 'two')], first.id);
  await testing.live(second.id, { canary });
  replica.update();
  await until(() => pointer()?.lock === second.id);
  await testing.live(first.id, { canary });
  replica.update();
  await until(() => pointer()?.lock === first.id);
  // Copied once, for all that.
  expect(requestedReleases).toHaveLength(1);
  const { copied } = fetcher.copies();
  release();
  await until(() => pointer()?.canary?.lock === canary.lock);
  expect(fetcher.copies()).toEqual({ copied: copied + 1, failed: 0 });
  expect(replica.trouble()).toBeUndefined();
});

test('a kill switch and a roll-back do not wait for a promoted lock that comes slowly', async () => {
  await testing.live(first.id);
  replica.update();
  await until(() => pointer()?.lock === first.id);
  const next = await slowLock('a slow release');
  await testing.live(next.id);
  replica.update();
  await until(() => requestedReleases.length > 0);
  await testing.live(next.id, { switchedOff: off });
  replica.update();
  await until(() => pointer()?.switchedOff[0]?.remote === 'mfe-b');
  expect(pointer()?.lock).toBe(first.id);
  await testing.live(first.id);
  replica.update();
  await until(() => pointer()?.switchedOff.length === 0);
  release();
});

test('beyond twenty looks at a time for releases of earlier locks, and where one fails, it is said to ask again', async () => {
  const names = Array.from({ length: 25 }, (_, number) => `9.9.9-${String(number).padStart(12, '0')}`);
  const looks = await Promise.allSettled(names.map((name) => fetcher.fetchEarlier('mfe-a', name)));
  expect(looks.slice(0, 20)).toEqual(Array(20).fill({ status: 'fulfilled', value: false }));
  for (const look of looks.slice(20)) expect(look).toMatchObject({ reason: { name: 'ReleaseUnavailable' } });
  expect(await fetcher.fetchEarlier('mfe-a', names[24] ?? '')).toBe(false);
  const cut = jest.spyOn(database, 'release').mockRejectedValueOnce(new Error('away'));
  for (let turn = 0; turn < 2; turn += 1)
    await expect(fetcher.fetchEarlier('mfe-a', '9.9.9-ffffffffffff')).rejects.toThrow('Try again soon');
  expect(cut).toHaveBeenCalledTimes(1);
});

test('a release for the live lock comes while many others come slowly', async () => {
  const partOf = ({ remotes: [part] }: LockRecord): LockedRelease => {
    if (!part) throw new Error('it has one');
    return part;
  };
  const locks = await Promise.all(Array.from({ length: 12 }, (_, number) => slowLock(`slow ${number}`)));
  const pending = locks.map(async (lock) => fetcher.fetchEarlier('mfe-a', partOf(lock).release));
  await until(() => requestedReleases.length === 12);
  expect([await fetcher.fetch(partOf(first)), await fetcher.fetch(partOf(first))]).toEqual([true, false]);
  release();
  expect(await Promise.all(pending)).toEqual(Array(12).fill(true));
});

test('while the disk takes nothing more, that is said, and the last lock goes on; what is there is taken', async () => {
  await testing.live(first.id);
  replica.update();
  await until(() => pointer()?.lock === first.id);
  const drafts = join(dir, 'releases', '.drafts');
  rmSync(drafts, { recursive: true });
  writeFileSync(drafts, 'in the way');
  const next = await testing.lock(shell, [await testing.publish('mfe-a', 'two')], first.id);
  await testing.live(next.id);
  replica.update();
  await until(() => replica.trouble() !== undefined);
  expect(replica.trouble()).toContain(drafts);
  expect(pointer()?.lock).toBe(first.id);
  const back = await testing.lock(shell, [], next.id);
  await testing.live(back.id);
  replica.update();
  await until(() => pointer()?.lock === back.id && replica.trouble() === undefined);
  await testing.live(next.id);
  replica.update();
  await until(() => replica.trouble() !== undefined);
  rmSync(drafts);
  // By itself.
  await until(() => pointer()?.lock === next.id && replica.trouble() === undefined);
});
