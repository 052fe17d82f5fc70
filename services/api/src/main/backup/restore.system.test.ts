import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cytocomm/runtime';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { mongo } from 'mongoose';
import { LEASES } from '../../platform/database/lease.ts';
import { expectProblem, openBrowser } from '../../testing/browser.ts';
import { layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { denyIndexCreation, startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { type LaunchedService, launchApi, launchCommand, placesOf, startApiProcess } from '../../testing/processes.ts';
import { runCommand } from '../commands/run.ts';

let server: TestDatabase;
let client: mongo.MongoClient;
let directory: string;
let file: string;
const launched: LaunchedService[] = [];

const settings = { NODE_ENV: 'test', LOG_LEVEL: 'silent' };
/** Of API processes; none of them sends anything. */
const PLACES = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://localhost' };
const nameOf = ({ uri }: TestDatabase) => new URL(uri).pathname.slice(1);
const dbOf = (database: TestDatabase) => client.db(nameOf(database));
const run = (database: TestDatabase, name: string, ...args: string[]) =>
  runCommand(name, args, { ...settings, MONGODB_URI: database.uri }, { commands: SEED_COMMANDS });

interface Lease {
  readonly _id: string;
  readonly at: Date;
}
const leasesOf = (database: TestDatabase) => dbOf(database).collection<Lease>(LEASES);
/** Sets the leases of a database back, or ahead, as of processes that were killed so long ago. */
const setLeases = (database: TestDatabase, agoMs: number) =>
  leasesOf(database).updateMany({}, { $set: { at: new Date(Date.now() - agoMs) } });

interface Mail {
  readonly _id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}
const outboxOf = (database: TestDatabase) => dbOf(database).collection<Mail>('outbox');
const dueMail = (_id: string): Mail => ({
  ...{ _id, kind: 'unknown', to: 'a@x.example', data: {}, status: 'waiting', attempts: 0 },
  ...{ createdAt: new Date(0), nextAttemptAt: new Date(0) },
});

beforeAll(async () => {
  server = await startTestDatabase();
  client = await mongo.MongoClient.connect(server.uri);
  directory = mkdtempSync(join(tmpdir(), 'restore-'));
  file = join(directory, 'portal.backup');
  const source = server.sibling();
  await run(source, 'migrate');
  await run(source, 'seed');
  await outboxOf(source).insertOne(dueMail('queued'));
  await run(source, 'backup', file);
});
afterEach(() => Promise.all(launched.splice(0).map((process) => process.kill())));
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** A database in use, and what puts its own backup back into it. */
async function usedDatabase() {
  const database = server.sibling();
  await run(database, 'migrate');
  await run(database, 'users', 'add', 'ada@x.example', '--role', 'admin');
  const own = join(directory, `${nameOf(database)}.backup`);
  await run(database, 'backup', own);
  return { database, restore: () => run(database, 'restore', own, '--replace', nameOf(database)) };
}

const ask = (url: string, path: string) => openBrowser(url, url).get(path);

/** Kills a restore as with `kill -9` when it comes to the press releases; documents and mails are there by then. */
async function killRestore(target: TestDatabase): Promise<void> {
  const cable = await layCable(target.uri);
  const command = launchCommand(['restore', file], { MONGODB_URI: cable.uri });
  cable.onCommand = ({ name, collection }) => {
    if (name !== 'insert' || collection !== 'press_releases') return undefined;
    command.kill('SIGKILL');
    return 'cut';
  };
  expect((await command.ended).signal).toBe('SIGKILL');
  cable.cut();
}

describe('a database on which a restore was killed', () => {
  let half: TestDatabase;
  const refusal = /^A restore of portal\.backup into this database began at .* and has not ended/;
  beforeAll(async () => {
    half = server.sibling();
    await killRestore(half);
  });

  it('has no mail that would be sent', async () => {
    expect(await outboxOf(half).findOne({ _id: 'queued' })).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['migrate'],
    ['users', 'add', 'a@x.example', '--role', 'admin'],
    ['audit'],
    ['backup', '/nowhere/x.backup'],
    ['keep-backups', '/nowhere', '--recipient', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
  ])('is refused by %s, which says what to do', async (name, ...args) => {
    const refused = await run(half, name, ...args).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'RestoreRefusal', message: expect.stringMatching(refusal) });
    expect(String(refused)).toContain(`run it again with "--replace ${nameOf(half)}"`);
  });

  it('is used by no API, which says why, until the restore is run again, and then by itself', async () => {
    const operatorUrl = `http://127.0.0.1:${await freePort()}`;
    const api = launchApi({ ...PLACES, MONGODB_URI: half.uri, OPERATOR_PORT: new URL(operatorUrl).port });
    launched.push(api);
    // It is logged once, when the second try has failed, too.
    const reason = await until('its second try', () =>
      api.log.find((line) => line.includes('could not use the database; it is tried again')),
    );
    expect(reason).toContain('A restore of portal.backup into this database began at');
    const answer = await fetch(`${operatorUrl}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({
        ...{ status: 'starting', database: 'restoring' },
        warnings: expect.arrayContaining([expect.stringContaining('run it again with --replace')]),
      }),
    ]);
    expect(await leasesOf(half).countDocuments({ _id: { $ne: 'restore' } })).toBe(0);

    const again = () => run(half, 'restore', file, '--replace', nameOf(half));
    await expect(again()).rejects.toThrow('A process that was killed counts for 30 s.');
    await setLeases(half, 31_000);
    await expect(run(half, 'restore', file)).rejects.toThrow(refusal);
    await expect(again()).resolves.toContain('Restored');
    const { url } = await placesOf(api);
    expect(await (await fetch(`${url}/api/press-releases`)).json()).toMatchObject({
      items: expect.arrayContaining([expect.anything()]),
    });
    expect((await fetch(`${operatorUrl}/readyz`)).status).toBe(200);
  });
});

it('a restored database has all indexes: an API whose user may make none starts on it', async () => {
  const database = server.sibling();
  await run(database, 'restore', file);
  const create = denyIndexCreation();
  const portal = await startTestPortal({}, '', database);
  expect(create).not.toHaveBeenCalled();
  expect((await portal.browser().get('/api/press-releases')).status).toBe(200);
  await portal.stop();
  jest.restoreAllMocks();
});

describe('a restore while an API uses the database', () => {
  it('is refused before anything is touched, and goes when the API is stopped', async () => {
    const { database, restore } = await usedDatabase();
    const portal = await startTestPortal({}, '', database);
    await portal.person('mine@x.example', 'admin');
    const before = await dbOf(database).collection('users').find().toArray();
    await expect(restore()).rejects.toThrow(
      /^Nothing was changed: process \d+ on \S+ uses the database \S+\. Stop the API first\. A process that was killed counts for 30 s\.$/,
    );
    expect(await dbOf(database).collection('users').find().toArray()).toEqual(before);
    expect((await portal.browser().get('/api/press-releases')).status).toBe(200);
    await portal.stop();
    await expect(restore()).resolves.toContain('Restored');
    expect(await leasesOf(database).countDocuments()).toBe(0);
    await expect(run(database, 'audit')).resolves.toContain('whole');
  });

  it('is not refused behind a process whose start failed', async () => {
    const { database, restore } = await usedDatabase();
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const api = launchApi({ ...PLACES, MONGODB_URI: database.uri, PORT: port });
    launched.push(api);
    await until('it to end', () => !api.isAlive());
    listener.close();
    expect(api.complaints()).toContain('PORT');
    await expect(restore()).resolves.toContain('Restored');
  });

  it('is refused by the database’s clock, not that of the API, and for 30 s after a killed one', async () => {
    const { database, restore } = await usedDatabase();
    const shift = `data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+3600000')}`;
    const api = await startApiProcess({ ...PLACES, MONGODB_URI: database.uri }, ['--import', shift]);
    launched.push(api);
    const first = (await leasesOf(database).findOne())?.at ?? new Date();
    // The process gets no call.
    await until('it to be renewed', async () => ((await leasesOf(database).findOne())?.at ?? first) > first);
    await expect(restore()).rejects.toThrow(`process ${api.child.pid} on`);
    await api.kill();
    for (const ago of [29_000, -29_000]) {
      await setLeases(database, ago);
      await expect(restore()).rejects.toThrow('uses the database');
    }
    // As after the database's clock was set back.
    await setLeases(database, -3_600_000);
    await expect(restore()).resolves.toContain('Restored');
  });
});

it('a process that was paused while its database was restored uses it no more, and the trail stays whole', async () => {
  const { database, restore } = await usedDatabase();
  const operatorUrl = `http://127.0.0.1:${await freePort()}`;
  const port = new URL(operatorUrl).port;
  const api = await startApiProcess({ ...PLACES, MONGODB_URI: database.uri, OPERATOR_PORT: port });
  launched.push(api);
  api.child.kill('SIGSTOP');
  // An earlier command may be on its way.
  await until('it to count as ended', async () => {
    await setLeases(database, 31_000);
    return restore().then(
      () => true,
      () => undefined,
    );
  });
  api.child.kill('SIGCONT');
  // It renews its lease every 5 s, for it gets no call.
  await until('it to notice', () => api.log.find((line) => line.includes('the database is not used')));
  expectProblem(await ask(api.url, '/api/press-releases'), 503, 'database-unavailable');
  const mail = dueMail('due');
  await outboxOf(database).insertOne(mail);
  const { body } = await ask(operatorUrl, '/readyz');
  expect(body).toMatchObject({ status: 'not-ready', database: 'restored' });
  await expect(run(database, 'audit')).resolves.toContain('whole');
  expect(await outboxOf(database).findOne({ _id: 'due' })).toEqual(mail);
});

it('of two restores at once one is refused, and one that was paused writes nothing more into the next one’s', async () => {
  const source = server.sibling();
  await run(source, 'migrate');
  // More than one batch.
  await dbOf(source)
    .collection('notes')
    .insertMany(Array.from({ length: 2200 }, () => ({})));
  const long = join(directory, 'long.backup');
  await run(source, 'backup', long);

  const target = server.sibling();
  const cable = await layCable(target.uri);
  const command = launchCommand(['restore', long], { MONGODB_URI: cable.uri });
  const started = Promise.withResolvers<void>();
  cable.onCommand = ({ name, collection }) => {
    if (name === 'insert' && collection === 'notes') {
      command.kill('SIGSTOP');
      started.resolve();
    }
    return undefined;
  };
  await started.promise;
  cable.onCommand = undefined;
  const next = () => run(target, 'restore', file, '--replace', nameOf(target));
  await expect(next()).rejects.toThrow(/^Nothing was changed: process \d+ on \S+ uses the database/);
  await setLeases(target, 31_000);
  await next();
  command.kill('SIGCONT');
  expect((await command.ended).code).toBe(1);
  cable.cut();
  expect(await dbOf(target).listCollections({ name: 'notes' }).toArray()).toEqual([]);
});
