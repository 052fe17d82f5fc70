import { createConnection } from 'mongoose';
import pino from 'pino';
import { createChanges } from '../../platform/changes/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { expectProblem, type TestBrowser } from '../../testing/browser.ts';
import { type Cable, layCable } from '../../testing/cable.ts';
import { startTestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import {
  inFolder,
  type ReleaseFolderChange,
  type ReleaseName,
  releaseFiles,
  storeRelease,
} from '../../testing/releases.ts';
import { createContentUpkeep, createReleaseUpkeep, pruneReleases } from './upkeep.ts';

const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;
const log = pino({ level: 'silent' });

let cable: Cable;
let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  const database = await startTestDatabase();
  cable = await layCable(database.uri);
  portal = await startTestPortal({ MONGODB_URI: cable.uri }, '', database);
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(async () => {
  await portal.stop();
  cable.cut();
});
const COLLECTIONS = ['releases', 'release_blobs', 'release_files.files', 'release_files.chunks'] as const;
beforeEach(async () => {
  for (const name of [...COLLECTIONS, 'locks', 'live_lock', 'removed_versions', 'remotes'])
    await portal.connection.collection(name).deleteMany({});
});

const coreOf = (database: Pick<Database, 'connection' | 'now'>) => ({
  database,
  change: createChanges(database, { recordAll: () => Promise.resolve() }, log),
});
const at = (afterMs: number) =>
  createReleaseUpkeep(coreOf({ connection: portal.connection, now: () => new Date(Date.now() + afterMs) }), log);
/** What is not needed is marked, and removed when an hour has passed. */
async function pruneTwice(afterMs = 15 * DAY_MS): Promise<void> {
  await at(afterMs).run();
  await at(afterMs + HOUR_MS + 1).run();
}
const names = async (remote = 'mfe-lab') =>
  (await portal.connection.collection('releases').find({ remote }).sort({ version: 1 }).toArray()).map(({ version }) =>
    String(version),
  );
const versions = (count: number) => Array.from({ length: count }, (_, number) => `1.0.${number + 100}`);
async function storeInTurn(wanted: readonly string[], name = 'mfe-lab'): Promise<ReleaseName[]> {
  const stored: ReleaseName[] = [];
  for (const [place, version] of wanted.entries()) {
    stored.push(await storeRelease(portal.connection, name, { version }));
    await portal.connection
      .collection('releases')
      .updateOne(
        { remote: name, version },
        { $set: { publishedAt: new Date(Date.now() + place), stableVersion: `${name}@${version}` } },
      );
  }
  return stored;
}
const promote = async (base: string | null, set: readonly object[], more: object = {}): Promise<string> => {
  const answer = await admin.authorised('POST', '/api/locks', { body: { base, set, ...more } });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return (answer.body as { id: string }).id;
};
const publishFolder = async (change: ReleaseFolderChange) =>
  inFolder(await releaseFiles(change), (dir) => portal.api.releases.publishFolder(dir, 'test'));

/** Fails unless every release that is not refused has all its contents, and nothing else is stored. */
async function expectWhole(): Promise<void> {
  const db = portal.connection;
  const releases = await db
    .collection('releases')
    .find({ 'gate.outcome': { $ne: 'refused' } })
    .toArray();
  const listed = new Set<string>(releases.flatMap(({ files }) => files.map(({ hash }: { hash: string }) => hash)));
  const blobs = await db.collection<{ _id: string; fileId: object }>('release_blobs').find().toArray();
  expect(blobs.map(({ _id }) => _id).toSorted()).toEqual([...listed].toSorted());
  const ids = blobs.map(({ fileId }) => String(fileId)).toSorted();
  expect(
    (await db.collection('release_files.files').find().toArray()).map(({ _id }) => String(_id)).toSorted(),
  ).toEqual(ids);
  expect((await db.collection('release_files.chunks').distinct('files_id')).map(String).toSorted()).toEqual(ids);
}

it('removes old releases that no lock needs, with their contents', async () => {
  const [shell] = await storeInTurn(['1.0.0'], 'shell');
  const all = versions(30);
  const stored = await storeInTurn(all);
  const canary = await storeRelease(portal.connection, 'mfe-lab', { version: '1.0.0' });
  await portal.connection
    .collection('releases')
    .updateOne({ version: '1.0.0', remote: 'mfe-lab' }, { $set: { publishedAt: new Date(0) } });
  const first = await promote(null, [shell ?? {}, stored[0] ?? {}]);
  const second = await promote(first, [stored[1] ?? {}]);
  await promote(second, [canary], { canary: { percent: 10 } });

  await at(13 * DAY_MS).run();
  await at(13 * DAY_MS + 2 * HOUR_MS).run();
  // Too young, or needed.
  expect(await names()).toEqual(['1.0.0', ...all]);
  await at(15 * DAY_MS).run();
  expect(await names()).toEqual(['1.0.0', ...all]);
  await at(15 * DAY_MS + HOUR_MS + 1).run();
  expect(await names()).toEqual(['1.0.0', ...all.slice(0, 2), ...all.slice(-20)]);
  expect(await names('shell')).toEqual(['1.0.0']);
  // What was live can be returned to; what is gone says so.
  expect((await admin.authorised('POST', '/api/locks/rollback', { body: { to: first } })).status).toBe(201);
  const base = (await admin.get('/api/locks/live')).body as { id: string };
  const body = { base: base.id, set: [stored[5]] };
  expectProblem(await admin.authorised('POST', '/api/locks', { body }), 404, 'not-found');
});

it('keeps the releases of the last hundred locks, and five live ones per remote', async () => {
  const parts = (name: string, release: string) => ({ name, release });
  const shells = await storeInTurn(['1.0.0'], 'shell');
  const all = versions(140);
  const stored = await storeInTurn(all);
  const others = await storeInTurn(versions(30), 'mfe-other');
  const locks = portal.connection.collection<{ _id: string }>('locks');
  await locks.insertMany(
    stored.map(({ release }, place) => ({
      _id: String(place).padStart(64, '0'),
      // Newest last; the other remote has changed in the first ones alone.
      deployedAt: new Date(place),
      shell: parts('shell', shells[0]?.release ?? ''),
      remotes: [parts('mfe-lab', release), parts('mfe-other', others[Math.min(place, 7)]?.release ?? '')],
    })),
  );
  await portal.connection
    .collection<{ _id: string }>('live_lock')
    .insertOne({ _id: 'live', lock: '139'.padStart(64, '0'), canary: null, switchedOff: [] } as never);
  await pruneTwice();
  expect(await names()).toEqual(all.slice(40));
  expect(await names('mfe-other')).toEqual([...versions(8).slice(-5), ...versions(30).slice(-20)]);
});

it('never frees a removed stable version for other content, but for the same', async () => {
  await publishFolder({ version: '1.0.0' });
  await storeInTurn(versions(20));
  await pruneTwice();
  expect(await names()).toEqual(versions(20));
  const other = publishFolder({ version: '1.0.0', files: { 'More.js': '"use strict";' } });
  await expect(other).rejects.toMatchObject({ code: 'version-taken' });
  expect((await publishFolder({ version: '1.0.0' })).isNew).toBe(true);
});

it('keeps releases and contents that are used within the grace period', async () => {
  const { release } = await publishFolder({ version: '1.0.0-dev.1' });
  await storeInTurn(versions(20));
  const [shell] = await storeInTurn(['1.0.0'], 'shell');
  await at(15 * DAY_MS).run();
  const lock = await promote(null, [shell ?? {}, { remote: 'mfe-lab', release: release.release }]);
  await at(15 * DAY_MS + HOUR_MS + 1).run();
  expect(await names()).toContain('1.0.0-dev.1');

  // Promoted away long ago: its record goes, then its contents are marked, and published again by another release.
  await portal.connection.collection('locks').deleteMany({});
  await portal.connection.collection('live_lock').deleteMany({});
  await pruneTwice(40 * DAY_MS);
  expect(await names()).not.toContain('1.0.0-dev.1');
  const marked = { doomedAt: { $exists: true } };
  expect(await portal.connection.collection('release_blobs').countDocuments(marked)).toBe(3);
  await publishFolder({ version: '2.0.0-dev.1' });
  await at(40 * DAY_MS + 3 * HOUR_MS).run();
  await portal.connection.collection('releases').deleteMany({ files: [] });
  await expectWhole();
  expect(await names()).toEqual(['2.0.0-dev.1']);
  expect(lock).toHaveLength(64);
});

it('removes nothing while the live state is unreadable', async () => {
  const [shell] = await storeInTurn(['1.0.0'], 'shell');
  await storeInTurn(versions(30));
  await promote(null, [shell ?? {}]);
  for (const damage of [
    () => portal.connection.collection('live_lock').updateOne({}, { $set: { lock: 5 } }),
    () => portal.connection.collection('locks').deleteMany({}),
  ]) {
    await damage();
    await expect(at(15 * DAY_MS).run()).rejects.toThrow();
  }
  expect(await names()).toHaveLength(30);
  expect(await portal.connection.collection('releases').countDocuments({ doomedAt: { $exists: true } })).toBe(0);
});

it('completes the removal of a process that crashed at any step', async () => {
  const through = {
    connection: createConnection(cable.uri, { serverSelectionTimeoutMS: 1000, heartbeatFrequencyMS: 500 }),
    now: () => new Date(),
  };
  await through.connection.asPromise();
  const steps = [
    'update releases',
    'delete releases',
    'update release_blobs',
    'delete release_blobs',
    'delete release_files.files',
    'delete release_files.chunks',
  ];
  for (const [turn, step] of steps.entries()) {
    await inFolder(
      await releaseFiles({ version: `1.0.0-dev.${turn}`, files: { 'More.js': `"use strict";${turn}` } }),
      (dir) => portal.api.releases.publishFolder(dir, 'test'),
    );
    await storeInTurn(versions(20).map((version) => `${version}${turn}`));
    let isCut = false;
    cable.onCommand = ({ name, collection }) => {
      if (`${name} ${collection}` !== step) return undefined;
      isCut = true;
      return 'cut';
    };
    for (const hours of [0, 1.1, 2.2, 3.3]) {
      const now = () => new Date(Date.now() + 15 * DAY_MS + hours * HOUR_MS);
      const failed = await createReleaseUpkeep(coreOf({ ...through, now }), log)
        .run()
        .catch((error: unknown) => error);
      if (failed !== undefined) break;
    }
    expect([step, isCut]).toEqual([step, true]);
    cable.onCommand = undefined;
    await cable.mend();
    for (const hours of [4, 6, 8]) await at(15 * DAY_MS + hours * HOUR_MS).run();
    await portal.connection.collection('releases').deleteMany({ files: [] });
    await expectWhole();
    expect(await portal.connection.collection('release_blobs').countDocuments()).toBe(0);
  }
  await through.connection.close();
});

it('removes nothing needed while two processes prune and others publish and promote', async () => {
  const [shell] = await storeInTurn(['1.0.0'], 'shell');
  await storeInTurn(versions(20));
  let base = await promote(null, [shell ?? {}]);
  let offset = 15 * DAY_MS;
  let isOver = false;
  let removed = 0;
  // An hour of theirs takes far longer than a publication, as hours do; the sweep of what crashes left would take what is being written.
  const prune = async () => {
    while (!isOver) {
      offset += 2 * 60_000;
      const database = { connection: portal.connection, now: () => new Date(Date.now() + offset) };
      await pruneReleases(coreOf(database));
      removed += await createContentUpkeep(database).removeUnlisted();
    }
  };
  const change = (turn: number) => ({ version: `1.0.0-dev.${turn}`, files: { 'More.js': `"use strict";${turn % 3}` } });
  const pruning = [prune(), prune()];
  try {
    for (let turn = 0; turn < 25; turn += 1) {
      const { release } = await publishFolder(change(turn % 12));
      base = await promote(base, [{ remote: 'mfe-lab', release: release.release }]);
      // Nothing but the live lock needs a release.
      await portal.connection.collection<{ _id: string }>('locks').deleteMany({ _id: { $ne: base } });
      await portal.connection
        .collection('releases')
        .updateMany({ version: /dev/ }, { $set: { publishedAt: new Date(0) } });
      const live = await portal.connection.collection('releases').findOne({ release: release.release });
      const hashes: string[] = live?.files.map(({ hash }: { hash: string }) => hash) ?? [];
      const found = await portal.connection
        .collection<{ _id: string }>('release_blobs')
        .countDocuments({ _id: { $in: hashes } });
      expect([turn, found, found > 0]).toEqual([turn, new Set(hashes).size, true]);
    }
  } finally {
    isOver = true;
    await Promise.all(pruning);
  }
  await portal.connection.collection('releases').deleteMany({ files: [] });
  expect(removed).toBeGreaterThan(0);
  for (const hours of [2, 4, 6]) await at(offset + hours * HOUR_MS).run();
  await expectWhole();
});
