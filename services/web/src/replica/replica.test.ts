import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isSourceMap } from '@cytocomm/composition';
import type { Release } from '@cytocomm/contract';
import { type LockRecord, RELEASE_COLLECTIONS, readLockPointer } from '@cytocomm/releases';
import pino from 'pino';
import { ReleaseWithdrawn } from '../files/release-access.ts';
import { lockFolder } from '../lock-source.ts';
import { type RunningReplica, startReplica } from './index.ts';
import { startTestingReleases, type TestingReleases } from './testing-release-database.ts';

const { releases, blobs, locks, live, bucket } = RELEASE_COLLECTIONS;
let database: TestingReleases;
let dir: string;
let running: RunningReplica[];
let logged: { level: number; msg: string; err?: { message: string } }[];
let shell: Release;
let first: LockRecord;

beforeAll(async () => {
  database = await startTestingReleases();
});
afterAll(() => database[Symbol.asyncDispose]());

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'replica-'));
  running = [];
  logged = [];
  for (const name of [releases, blobs, locks, live, `${bucket}.files`, `${bucket}.chunks`])
    await database.db.collection(name).deleteMany({});
  shell = await database.publish('shell', 'the shell');
  first = await database.lock(shell, [await database.publish('mfe-a', 'one')]);
});
afterEach(async () => {
  for (const replica of running) await replica[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
});

const settings = (folder = dir) => ({
  RELEASES_DIR: join(folder, 'releases'),
  LOCKS_DIR: join(folder, 'locks'),
  LOCK_PUBLIC_KEYS: [database.publicKey],
});
const log = () => pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });

function start(pollMs?: number, folder = dir): RunningReplica {
  const replica = startReplica(database.uri, settings(folder), log(), pollMs);
  running.push(replica);
  return replica;
}

const pointer = (folder = dir) => {
  const path = join(folder, 'locks', 'current');
  return existsSync(path) ? readLockPointer(readFileSync(path, 'utf8')) : undefined;
};

/** Waits until a condition holds; the test's own deadline ends the wait. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}

const fileOf = ({ name, release }: Release, path: string) => join(dir, 'releases', name, release, path);

/** A second lock with another release of mfe-a. */
async function another(content = 'two'): Promise<{ lock: LockRecord; release: Release }> {
  const release = await database.publish('mfe-a', content);
  return { lock: await database.lock(shell, [release], first.id), release };
}

test('the first state is on the disk, files and all, and pages get it', async () => {
  await database.live(first.id);
  const replica = start();
  await replica.first;
  expect(pointer()).toEqual({ lock: first.id, canary: null, switchedOff: [] });
  expect((await lockFolder(settings().LOCKS_DIR, undefined, [database.publicKey]).current()).id).toBe(first.id);
  expect(readFileSync(fileOf(shell, 'entry.js'), 'utf8')).toBe('the shell');
  expect(existsSync(fileOf(shell, 'entry.js.br'))).toBe(true);
  expect(readFileSync(fileOf(shell, 'parts/style.css'), 'utf8')).toBe('/* shell */');
  expect(replica.trouble()).toBeUndefined();
  expect(readdirSync(join(dir, 'releases', '.drafts'))).toEqual([]);
  // Its source maps stay in the database, and no page names them.
  const maps = shell.files.filter(({ path }) => isSourceMap(path)).map(({ path }) => path);
  expect(maps).toEqual(['.maps/entry.js.map']);
  expect(existsSync(fileOf(shell, '.maps'))).toBe(false);
  expect(JSON.stringify(first.shell.files)).not.toContain('.map"');
});

test('a new state is seen by the change stream alone, with canary and what is switched off', async () => {
  await database.live(first.id);
  await start(1e9).first;
  const { lock, release } = await another();
  const startedAt = new Date();
  await database.live(first.id, {
    canary: { lock: lock.id, share: { percent: 5 }, startedAt, startedBy: 'me' },
    switchedOff: [{ remote: 'mfe-b', reason: 'broken', at: startedAt, by: 'me' }],
  });
  await until(() => pointer()?.canary?.lock === lock.id);
  expect(pointer()).toEqual({
    lock: first.id,
    canary: { lock: lock.id, share: { percent: 5 }, startedAt: startedAt.toISOString() },
    switchedOff: [{ remote: 'mfe-b', reason: 'broken' }],
  });
  expect(readFileSync(fileOf(release, 'entry.js'), 'utf8')).toBe('two');
  await database.live(lock.id);
  await until(() => pointer()?.lock === lock.id);
  expect(pointer()?.canary).toBeNull();
});

describe.each<[string, (made: { lock: LockRecord; release: Release }) => Promise<unknown>, RegExp]>([
  [
    'a lock that was edited in the database',
    ({ lock }) => database.db.collection(locks).updateOne({ _id: lock.id as never }, { $set: { reason: 'another' } }),
    /changed after it was made/,
  ],
  [
    'a lock without a signature',
    ({ lock }) => database.db.collection(locks).updateOne({ _id: lock.id as never }, { $unset: { signature: '' } }),
    /not signed/,
  ],
  [
    'a lock that is not there',
    ({ lock }) => database.db.collection(locks).deleteOne({ _id: lock.id as never }),
    /is not in the database/,
  ],
  [
    'a release that is not there',
    ({ release }) => database.db.collection(releases).deleteOne({ release: release.release }),
    /it is not there/,
  ],
  [
    'a release that lacks a content',
    async ({ release }) => {
      const record = await database.db.collection(releases).findOne({ release: release.release });
      const hash = record?.files.find(({ path }: { path: string }) => path === 'entry.js').hash;
      await database.db.collection(blobs).deleteOne({ _id: hash });
    },
    /the content of entry.js is not there/,
  ],
  [
    'a release whose manifest was edited',
    ({ release }) =>
      database.db.collection(releases).updateOne({ release: release.release }, { $set: { manifest: '{}' } }),
    /its manifest was changed/,
  ],
  [
    'a release with a file outside of its folder',
    ({ release }) =>
      database.db
        .collection(releases)
        .updateOne({ release: release.release }, { $set: { 'files.0.path': '../../../locks/current' } }),
    /that is not listed/,
  ],
  [
    'a release with another content',
    async ({ release }) => {
      const record = await database.db.collection(releases).findOne({ release: release.release });
      const hash = record?.files.find(({ path }: { path: string }) => path === 'entry.js').hash;
      const blob = await database.db.collection(blobs).findOne({ _id: hash });
      await database.db
        .collection(`${bucket}.chunks`)
        .updateOne({ files_id: blob?.fileId }, { $set: { data: Buffer.from('owt') } });
    },
    /entry.js has other content/,
  ],
  [
    'a release whose file has the hash of another content',
    async ({ release }) => {
      const record = await database.db.collection(releases).findOne({ release: release.release });
      const before: { path: string; hash: string; bytes: number }[] = record?.files ?? [];
      const { hash, bytes } = before.find(({ path }) => path === 'parts/style.css') ?? { hash: '', bytes: 0 };
      const files = before.map((file) => (file.path === 'entry.js' ? { ...file, hash, bytes } : file));
      await database.db.collection(releases).updateOne({ release: release.release }, { $set: { files } });
    },
    /entry.js has other content/,
  ],
])('%s', (_what, damage, words) => {
  test('is refused with one line, the last good state stays, and the next good one is taken', async () => {
    await database.live(first.id);
    const replica = start(100);
    await replica.first;
    const other = await another();
    await damage(other);
    await database.live(other.lock.id, { switchedOff: [{ remote: 'mfe-b', reason: 'r', at: new Date(), by: 'me' }] });
    await until(() => replica.trouble() !== undefined);
    expect(replica.trouble()).toMatch(words);
    expect(pointer()).toMatchObject({ lock: first.id, switchedOff: [{ remote: 'mfe-b' }] });
    // Looked at again, it is refused again.
    await database.live(other.lock.id, { switchedOff: [{ remote: 'mfe-c', reason: 'r', at: new Date(), by: 'me' }] });
    await until(() => pointer()?.switchedOff[0]?.remote === 'mfe-c');
    expect(pointer()?.lock).toBe(first.id);
    expect(existsSync(fileOf(other.release, 'release.json'))).toBe(false);
    const good = await another('three');
    await database.live(good.lock.id);
    await until(() => pointer()?.lock === good.lock.id);
    await until(() => replica.trouble() === undefined);
    expect(logged.filter(({ level }) => level >= 50)).toHaveLength(1);
  });
});

test('a canary that cannot be had leaves the new live lock alone', async () => {
  await database.live(first.id);
  const replica = start();
  await replica.first;
  const { lock } = await another();
  await database.live(lock.id, {
    canary: { lock: 'f'.repeat(64), share: { percent: 5 }, startedAt: new Date(), startedBy: 'me' },
  });
  await until(() => pointer()?.lock === lock.id);
  expect(pointer()?.canary).toBeNull();
  await until(() => replica.trouble() !== undefined);
  expect(replica.trouble()).toContain('is not in the database');
});

test('a damaged release on the disk is brought again', async () => {
  await database.live(first.id);
  await start().first;
  await running.pop()?.[Symbol.asyncDispose]();
  writeFileSync(fileOf(shell, 'entry.js'), 'cut');
  writeFileSync(join(dir, 'locks', 'current'), 'no pointer');
  await start().first;
  expect(readFileSync(fileOf(shell, 'entry.js'), 'utf8')).toBe('the shell');
  expect(pointer()?.lock).toBe(first.id);
});

test('two processes share one folder', async () => {
  await database.live(first.id);
  const both = [start(), start()];
  await Promise.all(both.map((replica) => replica.first));
  for (const content of ['two', 'three', 'four']) {
    const { lock, release } = await another(content);
    await database.live(lock.id);
    await until(() => pointer()?.lock === lock.id);
    expect(readFileSync(fileOf(release, 'entry.js'), 'utf8')).toBe(content);
  }
  expect(both.map((replica) => replica.trouble())).toEqual([undefined, undefined]);
});

test('after a drop of the live state the process goes on, and what is written then is seen', async () => {
  await database.live(first.id);
  await start(1e9).first;
  await database.db.collection(live).drop();
  const { lock } = await another();
  await database.live(lock.id);
  await until(() => pointer()?.lock === lock.id);
});

test('drafts that killed processes have left in the folder of locks are removed, others stay', async () => {
  const folder = join(dir, 'locks');
  mkdirSync(folder);
  for (const name of ['current.1-a.draft', 'current.2-b.draft', `${first.id}.json`])
    writeFileSync(join(folder, name), 'cut');
  const hoursAgo = Date.now() / 1000 - 2 * 3600;
  for (const name of ['current.1-a.draft', `${first.id}.json`]) utimesSync(join(folder, name), hoursAgo, hoursAgo);
  start();
  await until(() => !existsSync(join(folder, 'current.1-a.draft')));
  expect(readdirSync(folder).toSorted()).toEqual(expect.arrayContaining([`${first.id}.json`, 'current.2-b.draft']));
});

test('before the first promotion the folders stay as they are', async () => {
  const replica = start();
  await replica.first;
  expect(existsSync(join(dir, 'locks'))).toBe(false);
  expect(replica.trouble()).toBeUndefined();
});

describe('releases of earlier locks', () => {
  test('come when they are asked for, once, if a signed lock names them', async () => {
    const { lock } = await another();
    await database.live(lock.id);
    const replica = start();
    await replica.first;
    const [earlier] = first.remotes;
    if (!earlier) throw new Error('it has one');
    const path = join(dir, 'releases', 'mfe-a', earlier.release, 'entry.js');
    expect(existsSync(path)).toBe(false);
    expect(await Promise.all([1, 2, 3].map(() => replica.fetchEarlier('mfe-a', earlier.release)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(logged.filter(({ msg }) => msg.includes('earlier lock'))).toHaveLength(1);
  });

  test('that were live until 14 days ago come; then they are withdrawn, but those of the shell', async () => {
    const { lock } = await another();
    const last = await database.lock(await database.publish('shell', 'another shell'), [], lock.id);
    await database.live(last.id);
    const replica = start();
    await replica.first;
    const deployed = (id: string, days: number) =>
      database.db
        .collection(locks)
        .updateOne({ _id: id as never }, { $set: { deployedAt: new Date(Date.now() - days * 86_400_000) } });
    const [one, two] = [first, lock].map(({ remotes }) => remotes[0]?.release ?? '');
    await deployed(first.id, 40);
    await deployed(lock.id, 13);
    expect(await replica.fetchEarlier('mfe-a', one ?? '')).toBe(true);
    await deployed(lock.id, 15);
    await expect(replica.fetchEarlier('mfe-a', one ?? '')).rejects.toThrow(ReleaseWithdrawn);
    // It took the place of one that was live for long.
    expect(await replica.fetchEarlier('mfe-a', two ?? '')).toBe(true);
    await deployed(last.id, 15);
    expect(await replica.fetchEarlier('mfe-a', two ?? '')).toBe(true);
    expect(await replica.fetchEarlier('shell', shell.release)).toBe(true);
  });

  test('that no lock names, or that are not there, do not come', async () => {
    await database.live(first.id);
    const replica = start();
    await replica.first;
    const unnamed = await database.publish('mfe-a', 'never promoted');
    expect(await replica.fetchEarlier('mfe-a', unnamed.release)).toBe(false);
    expect(await replica.fetchEarlier('mfe-a', '9.9.9-0123456789ab')).toBe(false);
    expect(readdirSync(join(dir, 'releases', 'mfe-a'))).toHaveLength(1);
  });
});

test('away at the start or in between, the last verified lock is served from the disk', async () => {
  await database.live(first.id);
  const replica = start(100);
  await replica.first;
  await database.kill();
  // As a web process that starts while the database is away.
  const second = start(100);
  await Promise.all([second.first, until(() => replica.trouble() !== undefined)]);
  expect(second.trouble()).toContain('The database cannot be read');
  expect((await lockFolder(settings().LOCKS_DIR, undefined, [database.publicKey]).current()).id).toBe(first.id);
  await database.restart();
  const { lock } = await another();
  await database.live(lock.id);
  await until(() => pointer()?.lock === lock.id);
  await until(() => second.trouble() === undefined && replica.trouble() === undefined);
});
