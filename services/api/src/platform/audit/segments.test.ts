import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Connection, createConnection, type mongo } from 'mongoose';
import pino from 'pino';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { PROGRAM_ENVIRONMENT } from '../../testing/processes.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { headModel, sealedHead } from './head.ts';
import { type AuditRecord, auditModel, sealModel } from './model.ts';
import { sealKeys, sealOf } from './seal.ts';
import { placeOfRow, rowId, rowsOf } from './segment.ts';
import { type AuditTrail, createAuditTrail } from './service.ts';

const SECRET = 'the secret that seals, 32 characters';
const SECRETS = { auditSecrets: [SECRET] } as const;
const log = pino({ level: 'silent' });
const note = (subject: string) => ({ action: 'user.added', actor: 'admin@x.example', subject }) as const;

/** A clock that a test sets. */
let time: Date;
const clock: DatabaseClock = {
  now: () => new Date(time),
  ageOf: (then) => new Date(time).getTime() - then.getTime(),
  follow: () => undefined,
};

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
  uri = server.sibling().uri;
  connection = await createConnection(uri).asPromise();
  database = openDatabase(uri, log, clock);
  await database.client;
});
afterEach(async () => {
  await database.close();
  await connection.close();
});

const trailOf = (): AuditTrail => createAuditTrail(database, SECRETS, log);
const segmentsOf = (rows: readonly AuditRecord[]) => [...new Set(rows.map(({ _id }) => placeOfRow(_id)?.segment))];
const allRows = () => auditModel(connection).find().sort({ _id: 1 }).lean();
const headNames = async () =>
  (
    await headModel(connection)
      .find({ _id: /^segment/ })
      .lean()
  ).map(({ _id }) => _id);

/** Resolves when the head of the first segment names a row. */
const headReaches = (seq: number) =>
  until('the head', async () => (await headModel(connection).exists({ _id: 'segment-1', seq })) ?? undefined);
/** Returns how many seals end a segment. */
const endsOf = (segment: number) => sealModel(connection).countDocuments({ ends: segment });

it('a process that ends seals its segment, whose head record goes', async () => {
  const trail = trailOf();
  await Promise.all(['a', 'b', 'c'].map((subject) => trail.record(note(subject))));
  await trail.settle();
  expect(await headNames()).toEqual([]);
  expect((await sealModel(connection).findById(2).lean())?.ends).toEqual([1]);
  // It goes on in another one, should it write again.
  await trail.record(note('d'));
  expect(segmentsOf(await allRows())).toEqual([1, 3]);
  expect(await trail.verify()).toMatchObject({ rows: 4, segments: 2, fault: undefined });
});

it('many rows at once are few writes, in the order in which they came', async () => {
  const trail = trailOf();
  const insert = jest.spyOn(auditModel(database.connection), 'insertMany');
  await Promise.all(Array.from({ length: 300 }, (_, turn) => trail.record(note(`person-${turn}`))));
  expect(insert.mock.calls.length).toBeLessThan(5);
  insert.mockRestore();
  expect((await allRows()).map(({ subject }) => subject)).toEqual(
    Array.from({ length: 300 }, (_, turn) => `person-${turn}`),
  );
  const newestFirst = (await trail.page({}, 300)).rows.map(({ subject }) => subject);
  expect(newestFirst).toEqual(Array.from({ length: 300 }, (_, turn) => `person-${299 - turn}`));
});

it('half a character, as JSON may hold one, leaves the trail whole', async () => {
  const trail = trailOf();
  await trail.record({ ...note('half \ud83d'), userAgent: '\udc00', detail: { title: 'x\ud83d' } });
  expect((await allRows())[0]).toMatchObject({ subject: 'half \ufffd', detail: { title: 'x\ufffd' } });
  expect((await trail.verify()).fault).toBeUndefined();
});

it('two processes with the same segment: one goes on in another, and no row is lost', async () => {
  const trail = trailOf();
  await trail.record(note('mine'));
  const [first] = await allRows();
  if (first === undefined) throw new Error('no row');
  // As a copy of the process would, which has the same key.
  const [key] = sealKeys(SECRETS.auditSecrets);
  const { hash, ...unsealed } = {
    ...first,
    _id: rowId({ segment: 1, seq: 2 }),
    subject: 'copy',
    previousHash: first.hash,
  };
  await connection.collection<AuditRecord>('audit').insertOne({ ...unsealed, hash: sealOf(unsealed, key) });
  expect(hash).toBe(first.hash);
  await Promise.all(['a', 'b', 'c'].map((subject) => trail.record(note(subject))));
  const rows = await allRows();
  expect(rows.map(({ subject }) => subject)).toEqual(['mine', 'copy', 'a', 'b', 'c']);
  expect(segmentsOf(rows)).toEqual([1, 2]);
  await trail.seal();
  expect(await trail.verify()).toMatchObject({ rows: 5, segments: 2, fault: undefined });
});

it('a write whose outcome is not known ends the segment: the next rows do not follow what may be stored later', async () => {
  const trail = trailOf();
  await trail.record(note('before'));
  const model = auditModel(database.connection);
  const insertMany = model.insertMany.bind(model);
  let late: () => Promise<unknown> = () => Promise.resolve();
  const broken = jest.spyOn(model, 'insertMany').mockImplementationOnce((rows) => {
    late = () => insertMany(rows);
    return Promise.reject(new Error('the connection broke'));
  });
  await expect(trail.record(note('unknown'))).rejects.toThrow('the connection broke');
  broken.mockRestore();
  await trail.record(note('after'));
  await late();
  await trail.seal();
  expect((await allRows()).map(({ subject }) => subject)).toEqual(['before', 'unknown', 'after']);
  expect(await trail.verify()).toMatchObject({ rows: 3, segments: 2, fault: undefined });
});

it('a process that ended while it opened a segment leaves a head record, and its number to the next', async () => {
  await headModel(connection).create(
    sealedHead('segment-1', { seq: 0, hash: 'f'.repeat(64) }, sealKeys(SECRETS.auditSecrets)[0]),
  );
  const trail = trailOf();
  await trail.seal();
  expect((await trail.verify()).fault).toBeUndefined();
  await trail.record(note('a'));
  await headReaches(1);
  expect(await trail.verify()).toMatchObject({ rows: 1, segments: 1, fault: undefined });
});

it('a seal whose outcome is not known is followed by the next one', async () => {
  const trail = trailOf();
  const model = sealModel(database.connection);
  const insertMany = model.insertMany.bind(model);
  const broken = jest.spyOn(model, 'insertMany').mockImplementationOnce(async (seals) => {
    await insertMany(seals);
    throw new Error('the server went away before it answered');
  });
  await expect(trail.record(note('refused'))).rejects.toThrow('went away');
  broken.mockRestore();
  await trail.record(note('stored'));
  await trail.seal();
  expect(segmentsOf(await allRows())).toEqual([2]);
  expect(await trail.verify()).toMatchObject({ rows: 1, segments: 1, fault: undefined });
});

it('several processes seal at once, and open segments meanwhile: one chain of seals', async () => {
  const trails = Array.from({ length: 6 }, trailOf);
  await Promise.all(
    trails.map(async (trail, place) => {
      for (let turn = 0; turn < 3; turn += 1) {
        await trail.record(note(`person-${place}-${turn}`));
        await trail.seal();
      }
    }),
  );
  for (const trail of trails) await trail.settle();
  expect(await trailOf().verify()).toMatchObject({ rows: 18, segments: 6, fault: undefined });
  expect(await headNames()).toEqual([]);
});

it('what the newest seal names is not sealed again by any process, and nothing is where nothing has happened', async () => {
  const trail = trailOf();
  await trail.seal();
  expect(await sealModel(connection).countDocuments()).toBe(0);
  await trail.record(note('a'));
  const other = trailOf();
  for (let turn = 0; turn < 3; turn += 1) for (const each of [trail, other]) await each.seal();
  const seals = await sealModel(connection).find().sort({ _id: 1 }).lean();
  expect(seals.map(({ opens, places }) => [opens, places.length])).toEqual([
    [true, 0],
    [false, 1],
  ]);
});

describe('the clock', () => {
  it('that jumps for an hour and back changes neither order nor proof of what one process wrote', async () => {
    const trail = trailOf();
    for (const [turn, hours] of [0, 1, 0, -1, 0].entries()) {
      time = new Date(Date.parse('2026-03-01T12:00:00Z') + hours * 3_600_000 + turn);
      await trail.record(note(`person-${turn}`));
      await trail.seal();
    }
    expect((await allRows()).map(({ subject }) => subject)).toEqual([0, 1, 2, 3, 4].map((turn) => `person-${turn}`));
    expect((await trail.verify()).fault).toBeUndefined();
    // A list is ordered by the moments that stand in it.
    const { rows } = await trail.page({}, 10);
    expect(rows.map(({ at }) => at.getTime())).toEqual(rows.map(({ at }) => at.getTime()).toSorted((a, b) => b - a));
  });

  it('that goes back a little between two rows leaves them in order in the list, too', async () => {
    const trail = trailOf();
    for (const [turn, step] of [0, 900, 300, 899, 901].entries()) {
      time = new Date(Date.parse('2026-03-01T12:00:00Z') + step);
      await trail.record(note(`person-${turn}`));
    }
    const { rows } = await trail.page({}, 10);
    expect(rows.map(({ subject }) => subject)).toEqual([4, 3, 2, 1, 0].map((turn) => `person-${turn}`));
  });

  it('a segment that has not grown for two days is ended by another process', async () => {
    const killed = trailOf();
    await killed.record(note('a'));
    await headReaches(1);
    const other = trailOf();
    await other.seal();
    time = new Date(time.getTime() + 47 * 3_600_000);
    await other.seal();
    expect(await headNames()).toEqual(['segment-1']);
    time = new Date(time.getTime() + 2 * 3_600_000);
    await other.seal();
    expect(await headNames()).toEqual([]);
    expect((await sealModel(connection).findOne().sort({ _id: -1 }).lean())?.ends).toEqual([1]);
    // A process that was only asleep goes on in another segment, and leaves the old one proved to its last row.
    await killed.record(note('b'));
    await until('the last seal', async () => (await endsOf(1)) === 2 || undefined);
    await killed.record(note('c'));
    expect(segmentsOf(await allRows())).toEqual([1, expect.any(Number)]);
    expect(await other.verify()).toMatchObject({ rows: 3, segments: 2, fault: undefined });
    await killed.settle();
    expect(await other.verify()).toMatchObject({ rows: 3, segments: 2, fault: undefined });
  });
});

it('a head record that is removed while rows are still written hides no row that was removed with it', async () => {
  const trail = trailOf();
  for (const subject of ['a', 'b', 'c']) await trail.record(note(subject));
  await headReaches(3);
  await headModel(connection).deleteOne({ _id: 'segment-1' });
  await connection.collection<{ _id: number }>('audit').deleteOne({ _id: rowId({ segment: 1, seq: 2 }) });
  await trail.record(note('d'));
  await until('the last seal', async () => (await endsOf(1)) === 1 || undefined);
  expect((await trail.verify()).fault).toBe('row 2 of segment 1 is missing');
  await connection.collection<{ _id: number }>('audit').deleteMany(rowsOf(1));
  expect((await trail.verify()).fault).toBe('row 4 of segment 1 is missing, and seal 2 names it');
});

it('only what a majority of the servers has is sealed, or followed by a seal', async () => {
  const watched = openDatabase(`${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`, log, clock);
  const finds: mongo.CommandStartedEvent['command'][] = [];
  (await watched.client).on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find' && /^audit(_seals)?$/.test(command.find)) finds.push(command);
  });
  const trail = createAuditTrail(watched, SECRETS, log);
  await trail.record(note('a'));
  await trail.seal();
  expect(new Set(finds.map((command) => command.find))).toEqual(new Set(['audit', 'audit_seals']));
  const read = finds.filter((command) => Object.keys(command.filter).length === 0 || command.sort !== undefined);
  expect(read.length).toBeGreaterThan(2);
  expect(read.filter((command) => command.readConcern?.level !== 'majority')).toEqual([]);
  await trail.settle();
  await watched.close();
});

it('a process that is killed in the middle of a burst loses no row that it was told is stored; another one seals them', async () => {
  const program = join(__dirname, '..', '..', 'testing', 'audit-program.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, uri, SECRET, '16'], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    env: { ...PROGRAM_ENVIRONMENT },
  });
  const reported = new Set<string>();
  child.on('message', (subject) => reported.add(String(subject)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin?.write('60000\n');
  await until('a burst', () => (reported.size > 200 ? true : undefined));
  child.kill('SIGKILL');
  await ended;
  const stored = await auditModel(connection).find(rowsOf(1)).lean();
  const subjects = new Set(stored.map(({ subject }) => subject));
  expect([...reported].filter((subject) => !subjects.has(subject))).toEqual([]);
  const trail = trailOf();
  await trail.seal();
  const [newest] = await sealModel(connection).find().sort({ _id: -1 }).limit(1).lean();
  expect(newest?.places.map(({ segment, seq }) => [segment, seq])).toEqual([[1, stored.length]]);
  expect(await trail.verify()).toMatchObject({ rows: stored.length, segments: 1, fault: undefined });
  await connection.collection<{ _id: number }>('audit').deleteOne({ _id: rowId({ segment: 1, seq: stored.length }) });
  expect((await trail.verify()).fault).toBeDefined();
});
