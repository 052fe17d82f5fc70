import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Connection, createConnection, mongo } from 'mongoose';
import pino from 'pino';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { PROGRAM_ENVIRONMENT } from '../../testing/processes.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { auditModel, sealModel } from './model.ts';
import { type AuditTrail, createAuditTrail } from './service.ts';
import { auditUpkeep } from './upkeep.ts';

const SECRET = 'the secret that seals, 32 characters';
const SECRETS = { auditSecrets: [SECRET] } as const;
const note = (subject: string) => ({ action: 'user.added', actor: 'admin@x.example', subject }) as const;

/** A clock that a test sets. */
let time: Date;
const clock: DatabaseClock = {
  now: () => new Date(time),
  ageOf: (then) => new Date(time).getTime() - then.getTime(),
  follow: () => undefined,
};
let lines: string[];
const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });

let server: TestDatabase;
let uri: string;
let connection: Connection;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  time = new Date('2026-03-01T12:00:00Z');
  lines = [];
  uri = server.sibling().uri;
  connection = await createConnection(uri).asPromise();
  database = openDatabase(uri, log, clock);
  await database.client;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await database.close();
  await connection.close();
});

const trailOf = (): AuditTrail => createAuditTrail(database, SECRETS, log);
const allRows = () => auditModel(connection).find().sort({ _id: 1 }).lean();
const allSeals = () => sealModel(connection).find().sort({ _id: 1 }).lean();
const unsealed = () => auditModel(connection).countDocuments({ seal: null });

it('rows are sealed once, in their order, and nothing is sealed where nothing has happened', async () => {
  const trail = trailOf();
  await trail.seal();
  await Promise.all(['a', 'b', 'c'].map((subject) => trail.record(note(subject))));
  for (let turn = 0; turn < 3; turn += 1) await trail.seal();
  await trail.record(note('d'));
  await trail.seal();
  const rows = await allRows();
  expect(rows.map(({ subject, seal }) => [subject, seal])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['d', 2],
  ]);
  expect(rows.slice(1).map(({ previousHash }) => previousHash)).toEqual(rows.slice(0, 3).map(({ mac }) => mac));
  expect(await allSeals()).toMatchObject([
    { _id: 1, rows: 3, first: rows[0]?._id, last: rows[2]?._id, at: time },
    { _id: 2, rows: 1, first: rows[3]?._id, last: rows[3]?._id },
  ]);
  expect(await trail.verify()).toEqual({ rows: 4, erased: 0, seals: 2, fault: undefined });
});

it('one of all processes seals what any of them wrote', async () => {
  const opened = await Promise.all(Array.from({ length: 3 }, async () => openDatabase(uri, log)));
  await Promise.all(opened.map(({ client }) => client));
  const trails = opened.map((each) => createAuditTrail(each, SECRETS, log));
  const jobs = trails.flatMap((trail, place) => auditUpkeep(opened[place] ?? database, trail, log));
  for (const job of jobs) job.start();
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.all(trails.map((trail) => trail.record(note('somebody'))));
    await until('the seal', async () => (await unsealed()) === 0 || undefined);
  }
  for (const job of jobs) await job.stop();
  for (const each of opened) await each.close();
  expect(await trailOf().verify()).toMatchObject({ rows: 15, fault: undefined });
});

it('several that believe to be elected make one chain, in which every row is once', async () => {
  const trails = Array.from({ length: 6 }, trailOf);
  await Promise.all(
    trails.map(async (trail, place) => {
      for (let turn = 0; turn < 5; turn += 1) {
        await trail.record(note(`person-${place}-${turn}`));
        await trail.seal();
      }
    }),
  );
  const sealed = (await allSeals()).reduce((sum, { rows }) => sum + rows, 0);
  expect(sealed).toBe(30);
  expect(await trailOf().verify()).toMatchObject({ rows: 30, fault: undefined });
});

it('a seal that fails leaves nothing of it, and the next one is over all rows', async () => {
  const trail = trailOf();
  await trail.record(note('a'));
  const update = jest.spyOn(mongo.Collection.prototype, 'bulkWrite').mockRejectedValueOnce(new Error('it went away'));
  await expect(trail.seal()).rejects.toThrow('it went away');
  expect(update).toHaveBeenCalledTimes(1);
  expect([await allSeals(), await unsealed()]).toEqual([[], 1]);
  await trail.record(note('b'));
  await trail.seal();
  expect((await allSeals()).map(({ rows }) => rows)).toEqual([2]);
  expect(await trail.verify()).toMatchObject({ rows: 2, seals: 1, fault: undefined });
});

it('a process that is killed while it writes and seals loses no row that it was told is stored, and leaves no half of a seal', async () => {
  const program = join(__dirname, '..', '..', 'testing', 'audit-program.ts');
  for (const rows of [100, 400, 900]) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, uri, SECRET, '16'], {
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      env: { ...PROGRAM_ENVIRONMENT },
    });
    const reported = new Set<string>();
    child.on('message', (subject) => reported.add(String(subject)));
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin?.write('60000\n');
    await until('a burst', () => (reported.size > rows ? true : undefined));
    child.kill('SIGKILL');
    await ended;
    const subjects = new Set((await allRows()).map(({ subject }) => subject));
    expect([...reported].filter((subject) => !subjects.has(subject))).toEqual([]);
    expect((await trailOf().verify()).fault).toBeUndefined();
  }
});

it('ten thousand rows at once are sealed and proved', async () => {
  const trail = trailOf();
  await trail.recordAll(Array.from({ length: 10_000 }, (_, turn) => note(`person-${turn}`)));
  expect((await trail.page({}, 100)).rows.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 100 }, (_, turn) => `person-${9999 - turn}`),
  );
  await trail.seal();
  expect(await unsealed()).toBe(0);
  expect(await trail.verify()).toEqual({ rows: 10_000, erased: 0, seals: 20, fault: undefined });
});

it('half a character, as JSON may hold one, leaves the trail whole', async () => {
  const trail = trailOf();
  await trail.record({ ...note('half \ud83d'), userAgent: '\udc00', detail: { title: 'x\ud83d' } });
  expect((await allRows())[0]).toMatchObject({ subject: 'half \ufffd', detail: { title: 'x\ufffd' } });
  expect((await trail.verify()).fault).toBeUndefined();
});

it('a row that cannot be stored holds up none of those that come with it', async () => {
  const trail = trailOf();
  const tooLarge = { ...note('large'), detail: { title: 'x'.repeat(17 * 1024 * 1024) } };
  const ended = await Promise.allSettled([note('a'), tooLarge, note('b')].map((each) => trail.record(each)));
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await trail.verify()).toMatchObject({ rows: 2, fault: undefined });
});

it('a clock that jumps changes neither order nor proof, and one that goes back a little changes no order in the list', async () => {
  const trail = trailOf();
  const start = Date.parse('2026-03-01T12:00:00Z');
  for (const [turn, step] of [0, 900, 300, 899, 901, 3_600_000, 3_000_000].entries()) {
    time = new Date(start + step);
    await trail.record(note(`person-${turn}`));
    await trail.seal();
  }
  const { rows } = await trail.page({}, 10);
  expect(rows.map(({ subject }) => subject)).toEqual([5, 6, 4, 3, 2, 1, 0].map((turn) => `person-${turn}`));
  expect((await trail.verify()).fault).toBeUndefined();
});

it('a secret is replaced while rows and seals of the one before stay proved', async () => {
  await trailOf().record(note('before'));
  await trailOf().seal();
  await trailOf().record(note('not yet sealed'));
  const both = ['another secret, which is also 32 long', SECRET] as const;
  const rotated = createAuditTrail(database, { auditSecrets: both }, log);
  await rotated.recordAll([note('after'), note('after that')]);
  const former = trailOf();
  for (let turn = 0; turn < 3; turn += 1) await former.seal();
  expect(lines).toEqual([expect.stringContaining('has no right MAC')]);
  expect(await rotated.verify()).toEqual({ rows: 4, erased: 0, seals: 3, fault: undefined });
  const [first, , third] = await allSeals();
  expect(first?.key).not.toBe(third?.key);
  await expect(trailOf().assertProvable()).rejects.toThrow('AUDIT_SECRET');
  await expect(rotated.assertProvable()).resolves.toBeUndefined();
});

it('a process finds that the newest seal is gone, or another one in its place', async () => {
  const trail = trailOf();
  const lost = () => lines.filter((line) => line.includes('has lost its newest seals')).length;
  for (const subject of ['a', 'b']) {
    await trail.record(note(subject));
    await trail.seal();
  }
  expect(await trail.checkpoint()).toMatchObject({ seq: 2 });
  expect([lost(), (await trail.checkpoint())?.seq, lost()]).toEqual([0, 2, 0]);
  await connection.collection<{ _id: number }>('audit_seals').deleteOne({ _id: 2 });
  await connection.collection('audit').deleteMany({ seal: 2 });
  await trail.checkpoint();
  expect(lost()).toBe(1);
});

it('is written with majority concern, also against the URI', async () => {
  const watched = openDatabase(`${uri}${uri.includes('?') ? '&' : '?'}w=1&monitorCommands=true`, log, clock);
  const writes = new Set<string>();
  (await watched.client).on('commandStarted', ({ commandName, command }) => {
    const isOfTrail = /^audit(_seals)?$/.test(String(command[commandName]));
    if (commandName === 'commitTransaction' || (isOfTrail && /^(insert|update|delete)$/.test(commandName)))
      writes.add([commandName, command.autocommit, command.writeConcern?.w].join(' '));
  });
  const trail = createAuditTrail(watched, SECRETS, log);
  await trail.record(note('ada@x.example'));
  await trail.seal();
  await trail.erase('ada@x.example', 'somebody');
  expect([...writes].toSorted()).toEqual([
    'commitTransaction false majority',
    'insert  majority',
    'insert false ',
    'update  majority',
    'update false ',
  ]);
  await watched.close();
});
