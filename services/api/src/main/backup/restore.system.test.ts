import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALERT_CONFIRM_PATH,
  ALERT_UNSUBSCRIBE_PATH,
  CALL_SPECS,
  type Call,
  FORM_RESULTS,
  openUnsubscribePage,
  readApiPage,
  readBackendKeys,
  readCaptcha,
  readHealth,
  readMetrics,
  readOpenApi,
  readProcessReadiness,
  readReadiness,
  readSignInOptions,
} from '@cytocomm/contract';
import { freePort } from '@cytocomm/runtime';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { mongo } from 'mongoose';
import { PRESENCES } from '../../platform/database/restore-guard.ts';
import { announceRestore, lastRestore, RESTORES } from '../../platform/database/restore-mark.ts';
import { expectProblem, openBrowser } from '../../testing/browser.ts';
import { type Cable, layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { denyIndexCreation, startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { metricOf, startTestPortal, type TestPortal } from '../../testing/portal.ts';
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

/** Marks a restore, as the command does before it touches anything. */
const markRestore = async (db: mongo.Db, name: string) => (await announceRestore(db, name)).begin();
const ask = (url: string, path: string) => openBrowser(url, url).get(path);

/** Kills a restore as with `kill -9` when it comes to the documents; their files are there by then. */
async function killRestore(target: TestDatabase): Promise<void> {
  const cable: Cable = await layCable(target.uri);
  const command = launchCommand(['restore', file], { MONGODB_URI: cable.uri });
  cable.onCommand = ({ name, collection }) => {
    if (name !== 'create' || collection !== 'documents') return undefined;
    command.kill('SIGKILL');
    return 'cut';
  };
  expect((await command.ended).signal).toBe('SIGKILL');
  cable.cut();
}

describe('a database on which a restore was killed', () => {
  let half: TestDatabase;
  beforeAll(async () => {
    half = server.sibling();
    await killRestore(half);
  });

  it('has its mails held already, and says which restore it was', async () => {
    expect(await outboxOf(half).findOne({ _id: 'queued' })).toMatchObject({ status: 'failed' });
    expect(await lastRestore(dbOf(half))).toEqual({
      run: expect.any(String),
      file: 'portal.backup',
      begunAt: expect.any(Date),
    });
  });

  it.each([
    ['migrate'],
    ['users', 'add', 'a@x.example', '--role', 'admin'],
    ['audit'],
    ['backup', '/nowhere/x.backup'],
    ['keep-backups', '/nowhere', '--recipient', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'],
  ])('is refused by %s, which says what to do', async (name, ...args) => {
    const way = `run it again with "--replace ${nameOf(half)}"`;
    await expect(run(half, name, ...args)).rejects.toMatchObject({
      name: 'RestoreRefusal',
      message: expect.stringMatching(/^A restore of portal\.backup into this database began at .* and has not ended/),
    });
    await expect(run(half, name, ...args)).rejects.toThrow(way);
  });

  it('is used by no API, which says why, until the restore is run again, and then by itself', async () => {
    const files = await dbOf(half).collection('fs.files').countDocuments();
    expect(files).toBeGreaterThan(0);
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
    expect(api.log.some((line) => line.includes('"operatorUrl"'))).toBe(false);
    expect(await dbOf(half).collection('fs.files').countDocuments()).toBe(files);
    expect(await dbOf(half).collection(PRESENCES).countDocuments()).toBe(0);

    await expect(run(half, 'restore', file)).rejects.toThrow(
      /^A restore of portal\.backup .* has not ended.* To replace all that it holds, add: --replace/,
    );
    await expect(run(half, 'restore', file, '--replace', nameOf(half))).resolves.toContain('Counts and hashes agree');
    const { url } = await placesOf(api);
    expect(await (await fetch(`${url}/api/press-releases`)).json()).toMatchObject({
      items: expect.arrayContaining([expect.anything()]),
    });
    expect((await fetch(`${operatorUrl}/readyz`)).status).toBe(200);
  });
});

it.each([
  ['that was empty', async () => server.sibling()],
  [
    'that was replaced',
    async () => {
      const used = server.sibling();
      await run(used, 'migrate');
      return used;
    },
  ],
])('a database %s has all indexes: an API whose user may make none starts on it', async (_what, make) => {
  const database = await make();
  await run(database, 'restore', file, '--replace', nameOf(database));
  const create = denyIndexCreation();
  const portal = await startTestPortal({}, '', database);
  expect(create).not.toHaveBeenCalled();
  expect((await portal.browser().get('/api/press-releases')).status).toBe(200);
  await portal.stop();
  jest.restoreAllMocks();
});

it('a restore beside a trial runner, which gives a sign of life meanwhile, ends', async () => {
  const [source, target] = [server.sibling(), server.sibling()];
  const beat = (database: TestDatabase) =>
    dbOf(database)
      .collection<{ _id: string }>('trial_runners')
      .updateOne({ _id: 'runner' }, { $set: { seenAt: new Date() } }, { upsert: true });
  for (const database of [source, target]) {
    await run(database, 'migrate');
    await beat(database);
  }
  const tried = join(directory, 'tried.backup');
  await run(source, 'backup', tried);
  const cable = await layCable(target.uri);
  const beats: Promise<unknown>[] = [];
  cable.onCommand = ({ name }) => {
    // Behind the drops, before it is put back.
    if (name === 'create' && beats.length === 0) beats.push(beat(target));
    return undefined;
  };
  const restored = runCommand('restore', [tried, '--replace', nameOf(target)], { MONGODB_URI: cable.uri });
  await expect(restored).resolves.toContain('Counts and hashes agree');
  expect(beats).toHaveLength(1);
  await Promise.all(beats);
  cable.cut();
  rmSync(tried);
});

describe('a restore while an API uses the database', () => {
  it('is refused before anything is touched, and goes when the API is stopped', async () => {
    const database = server.sibling();
    const portal = await startTestPortal({}, '', database);
    await portal.person('mine@x.example', 'admin');
    const before = await dbOf(database).collection('users').find().toArray();
    const restore = () => run(database, 'restore', file, '--replace', nameOf(database));
    await expect(restore()).rejects.toThrow(
      /^Nothing was changed: the API process \d+ on \S+ uses the database \S+\. Stop the API first\. A process that was killed counts for 30 s\.$/,
    );
    expect(await dbOf(database).collection('users').find().toArray()).toEqual(before);
    expect(await dbOf(database).collection(RESTORES).countDocuments()).toBe(0);
    expect((await portal.browser().get('/api/press-releases')).status).toBe(200);
    await portal.stop();
    await expect(restore()).resolves.toContain('Counts and hashes agree');
    await expect(run(database, 'audit')).resolves.toContain('whole');
  });

  it('is not refused behind a process whose start failed', async () => {
    const database = server.sibling();
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const api = launchApi({ ...PLACES, MONGODB_URI: database.uri, PORT: port });
    launched.push(api);
    await until('it to end', () => !api.isAlive());
    listener.close();
    expect(api.complaints()).toContain('PORT');
    await expect(run(database, 'restore', file, '--replace', nameOf(database))).resolves.toContain(
      'Counts and hashes agree',
    );
  });

  it('is refused by the database’s clock, not that of the API, and for 30 s after a killed one', async () => {
    const database = server.sibling();
    const shift = `data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+3600000')}`;
    const api = await startApiProcess({ ...PLACES, MONGODB_URI: database.uri }, ['--import', shift]);
    launched.push(api);
    const presences = dbOf(database).collection<{ at: Date }>(PRESENCES);
    const first = (await presences.findOne())?.at ?? new Date();
    // The process gets no call.
    await until('it to be renewed', async () => ((await presences.findOne())?.at ?? first) > first);
    const restore = () => run(database, 'restore', file, '--replace', nameOf(database));
    await expect(restore()).rejects.toThrow(`the API process ${api.child.pid} on`);
    await api.kill();
    await expect(restore()).rejects.toThrow('A process that was killed counts for 30 s.');
    for (const ago of [29_000, -29_000]) {
      await presences.updateOne({}, { $set: { at: new Date(Date.now() - ago) } });
      await expect(restore()).rejects.toThrow('uses the database');
    }
    // The second as after the database's clock was set back.
    for (const ago of [31_000, -3_600_000]) {
      await presences.updateOne({}, { $set: { at: new Date(Date.now() - ago) } });
      await expect(restore()).resolves.toContain('Counts and hashes agree');
    }
  });
});

it('a process that was paused while its database was restored is refused it, and the trail stays whole', async () => {
  const database = server.sibling();
  const api = await startApiProcess({ ...PLACES, MONGODB_URI: database.uri });
  launched.push(api);
  api.child.kill('SIGSTOP');
  const presences = dbOf(database).collection<{ at: Date }>(PRESENCES);
  // An earlier command may be on its way.
  await until('it to count as ended', async () => {
    await presences.updateOne({}, { $set: { at: new Date(Date.now() - 31_000) } });
    return run(database, 'restore', file, '--replace', nameOf(database)).then(
      () => true,
      () => undefined,
    );
  });
  api.child.kill('SIGCONT');
  // Its check of every 5 s, for it gets no call.
  await until('it to notice', () => api.log.find((line) => line.includes('the database is not used')));
  expectProblem(await ask(api.url, '/api/press-releases'), 503, 'database-unavailable');
  await expect(run(database, 'audit')).resolves.toContain('whole');
});

describe('an API that a restore has overtaken', () => {
  let overtaken: TestPortal;
  let other: TestPortal;
  beforeAll(async () => {
    [overtaken, other] = (await Promise.all([1, 2].map(() => startTestPortal({}, '', server.sibling())))) as [
      TestPortal,
      TestPortal,
    ];
  });
  afterAll(() => Promise.all([overtaken.stop(), other.stop()]));

  it('says so, answers 503, and sends nothing, also when the restore is over', async () => {
    const { database } = overtaken;
    const readiness = () => overtaken.browser(overtaken.operatorUrl).get('/readyz');
    const mark = await markRestore(dbOf(database), 'later.backup');
    for (const isOver of [false, true]) {
      if (isOver) await mark.end();
      const answer = await until('it to be seen', async () => {
        const seen = await readiness();
        return seen.text.includes('"changes":"away"') ? seen : undefined;
      });
      expect(answer).toMatchObject({
        status: 503,
        body: {
          ...{ status: 'not-ready', database: 'restored' },
          warnings: expect.arrayContaining([expect.stringContaining('until the process is started again')]),
        },
      });
      expect(await metricOf(overtaken.operatorUrl, 'portal_database_writable')).toBe(0);
      for (const path of ['/api/press-releases', '/api/events/public', '/api/documents'])
        expectProblem(await overtaken.browser().get(path), 503, 'database-unavailable');
      const refusal = await overtaken.browser().post('/api/auth/magic-link', { email: 'a@x.example' });
      expect(refusal.text).toContain('The portal is being restored from a backup. Nothing was changed.');
      const mails = [`1-${isOver}`, `2-${isOver}`];
      // The other portal, which has the same, shows how long sending takes.
      for (const id of mails) {
        await outboxOf(database).insertOne(dueMail(id));
        await outboxOf(other.database).insertOne(dueMail(id));
        await until('the other one to try it', async () => {
          return ((await outboxOf(other.database).findOne({ _id: id }))?.attempts ?? 0) !== 0;
        });
      }
      for (const id of mails)
        expect(await outboxOf(database).findOne({ _id: id })).toMatchObject({ status: 'waiting', attempts: 0 });
    }
    // One that starts now knows what is there.
    const again = await overtaken.another();
    expect((await overtaken.browser(again.operatorUrl).get('/readyz')).status).toBe(200);
    expect((await overtaken.browser(again.url).get('/api/press-releases')).status).toBe(200);
  });
});

/** What an API answers in any state of its database, and, at a listener of their own, to operators. */
const WITHOUT_DATABASE: readonly Call[] = [
  ...[readHealth, readOpenApi, readApiPage, readSignInOptions, readBackendKeys, readCaptcha, openUnsubscribePage],
  ...[readReadiness, readProcessReadiness, readMetrics],
];

it('an API that a restore has overtaken takes nothing from anybody, also not from strangers', async () => {
  const portal = await startTestPortal({}, '', server.sibling());
  const db = dbOf(portal.database);
  const countAll = async () => {
    const names = (await db.listCollections().toArray()).map(({ name }) => name).filter((name) => name !== PRESENCES);
    return Promise.all(names.sort().map(async (name) => [name, await db.collection(name).countDocuments()]));
  };
  await (await markRestore(db, 'later.backup')).end();
  await until('it to be seen', async () => {
    return (await portal.browser(portal.operatorUrl).get('/readyz')).text.includes('"restored"') || undefined;
  });
  const before = await countAll();
  const answers: string[] = [];
  for (const { call } of CALL_SPECS) {
    if (WITHOUT_DATABASE.includes(call)) continue;
    const { status, headers } = await portal.browser().call(call.method, call.path.replaceAll(/:\w+/g, 'x'));
    answers.push(`${status} ${headers.location ?? ''}`.trim());
  }
  expect(new Set(answers)).toEqual(
    new Set([
      '503',
      ...[
        ...[`/contact#${FORM_RESULTS.contact.failed}`, `/#${FORM_RESULTS.alerts.failed}`].map(
          (page) => `307 ${portal.url}${page}`,
        ),
        ...[ALERT_CONFIRM_PATH, ALERT_UNSUBSCRIBE_PATH].map(
          (path) => `303 ${portal.url}${path}#${FORM_RESULTS.link.failed}`,
        ),
      ],
    ]),
  );
  for (const { method, path } of WITHOUT_DATABASE)
    expect((await portal.browser().call(method, path)).status).not.toBe(503);
  expect(await countAll()).toEqual(before);
  await portal.stop();
});

it('of two restores at once the one that began first ends, and says so', async () => {
  const db = dbOf(server.sibling());
  const first = await markRestore(db, 'first.backup');
  const second = await markRestore(db, 'second.backup');
  for (const way of ['assertOwn', 'end'] as const)
    await expect(first[way]()).rejects.toThrow('Another restore into this database started since');
  await second.end();
  expect(await lastRestore(db)).toMatchObject({ file: 'second.backup', endedAt: expect.any(Date) });
  const [third, fourth] = [await announceRestore(db, 'third.backup'), await announceRestore(db, 'fourth.backup')];
  await third.withdraw();
  await expect(third.begin()).rejects.toThrow('Nothing was changed: another restore');
  await fourth.withdraw();
  await expect(fourth.begin()).rejects.toThrow('Nothing was changed: another restore');
  expect(await lastRestore(db)).toMatchObject({ file: 'second.backup', endedAt: expect.any(Date) });
});

it('a restore that was announced too long ago does not begin: an API process may have, meanwhile', async () => {
  const db = dbOf(server.sibling());
  const late = await announceRestore(db, 'late.backup');
  await db.collection(RESTORES).updateOne({}, { $set: { 'announced.at': new Date(Date.now() - 16_000) } });
  await expect(late.begin()).rejects.toThrow('Nothing was changed: another restore');
  expect(await lastRestore(db)).toBeUndefined();
});

it('a restore that was killed before it touched anything keeps no command from the database, and an API for 30 s', async () => {
  const database = server.sibling();
  await run(database, 'migrate');
  const cable = await layCable(database.uri);
  const command = launchCommand(['restore', file, '--replace', nameOf(database)], { MONGODB_URI: cable.uri });
  cable.onCommand = ({ name, collection, earlier }) => {
    if (name !== 'find' || collection !== PRESENCES || earlier === 0) return undefined;
    command.kill('SIGKILL');
    return 'cut';
  };
  expect((await command.ended).signal).toBe('SIGKILL');
  cable.cut();
  expect(await run(database, 'migrate')).toContain('Nothing had to be changed');
  const api = launchApi({ ...PLACES, MONGODB_URI: database.uri });
  launched.push(api);
  const why = 'A restore of portal.backup into this database is about to begin';
  await until('it to wait', () => api.log.find((line) => line.includes(why)));
  await dbOf(database)
    .collection(RESTORES)
    .updateOne({}, { $set: { 'announced.at': new Date(Date.now() - 31_000) } });
  const { url } = await placesOf(api);
  expect((await fetch(`${url}/api/press-releases`)).status).toBe(200);
});

it('a restore that was taken for dead writes nothing more into the database of the next one', async () => {
  const source = server.sibling();
  await run(source, 'migrate');
  // More than one batch.
  await dbOf(source)
    .collection('notes')
    .insertMany(Array.from({ length: 1200 }, () => ({})));
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
  await run(target, 'restore', file, '--replace', nameOf(target));
  command.kill('SIGCONT');
  expect((await command.ended).code).toBe(1);
  cable.cut();
  rmSync(long);
  expect(await dbOf(target).listCollections({ name: 'notes' }).toArray()).toEqual([]);
});

it('a backup during which a restore begins is none', async () => {
  const database = server.sibling();
  const db = dbOf(database);
  // Asked for in several steps, so that the restore has started before the last.
  await db.collection('notes').insertMany(Array.from({ length: 600 }, () => ({})));
  const announced = await announceRestore(db, 'x.backup');
  const cable = await layCable(database.uri);
  let marked: Promise<unknown> | undefined;
  cable.onCommand = ({ name, collection }) => {
    if (name === 'find' && collection === 'notes') marked ??= announced.begin();
    return undefined;
  };
  const file = join(directory, 'taken.backup');
  await expect(runCommand('backup', [file], { MONGODB_URI: cable.uri })).rejects.toThrow(
    'A restore into the database began meanwhile, so there is no backup of it.',
  );
  await marked;
  cable.cut();
  expect(readdirSync(directory)).toEqual(['portal.backup']);
});
