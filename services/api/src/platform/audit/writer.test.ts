import { type Connection, createConnection, mongo } from 'mongoose';
import pino from 'pino';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createHeads, headModel } from './head.ts';
import { auditModel, type SealedPlace, sealModel } from './model.ts';
import { sealKeys } from './seal.ts';
import { createSealChain } from './seal-chain.ts';
import { createAuditTrail } from './service.ts';
import { createWriter, MAX_WAITING } from './writer.ts';

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
const keys = sealKeys(SECRETS.auditSecrets);
const log = pino({ level: 'silent' });
const note = (subject: string) => ({ action: 'user.added', actor: 'admin@x.example', subject }) as const;

let server: TestDatabase;
let connection: Connection;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { uri } = server.sibling();
  connection = await createConnection(uri).asPromise();
  database = openDatabase(uri, log);
  await database.client;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await database.close();
  await connection.close();
});

function newChain() {
  const heads = createHeads(database.connection, keys, database.now);
  const sealer = { keys, now: database.now, log };
  return { heads, chain: createSealChain(database.connection, heads, sealer) };
}
const trailOf = () => createAuditTrail(database, SECRETS, log);
const subjects = async () =>
  (await auditModel(connection).find().sort({ _id: 1 }).lean()).map(({ subject }) => subject);
/** Resolves when the head of the first segment names a row. */
const headReaches = (seq: number) =>
  until('the head', async () => (await headModel(connection).exists({ _id: 'segment-1', seq })) ?? undefined);

it('a row that comes while its process ends is under the last seal of the segment', async () => {
  const { heads, chain } = newChain();
  const advance = Promise.withResolvers<boolean>();
  const advancing = jest.fn(() => advance.promise);
  const sealed: SealedPlace[] = [];
  const seal = async (places: readonly SealedPlace[]) => void sealed.push(...places);
  const rows = auditModel(database.connection);
  const writer = createWriter(rows, { ...chain, seal }, { heads: { ...heads, advance: advancing }, keys, log });
  await writer.append([note('first')], new Date());
  await until('the head to follow', () => advancing.mock.calls.length > 0);

  const insertMany = rows.insertMany.bind(rows);
  const insert = Promise.withResolvers<void>();
  jest.spyOn(rows, 'insertMany').mockImplementationOnce(async (late) => {
    await insert.promise;
    return insertMany(late);
  });
  const ended = writer.end();
  const late = writer.append([note('late')], new Date());
  advance.resolve(true);
  // What the end does without the late row is done in one turn: nothing of it waits for the database.
  await new Promise((resolve) => setImmediate(resolve));
  insert.resolve();
  await Promise.all([ended, late]);
  expect(sealed.map(({ segment, seq }) => [segment, seq])).toEqual([[1, 2]]);
  expect(writer.segment()).toBeUndefined();
});

describe('a segment whose head record is gone', () => {
  it('has one again before it is sealed: should that fail, another process seals it', async () => {
    const trail = trailOf();
    await trail.record(note('a'));
    await headReaches(1);
    await headModel(connection).deleteOne({ _id: 'segment-1' });
    const seals = sealModel(database.connection);
    const broken = jest.spyOn(seals, 'insertMany').mockRejectedValueOnce(new Error('the server went away'));
    await trail.record(note('b'));
    await headReaches(2);
    await until('the seal to fail', () => broken.mock.calls.length > 0);
    await trailOf().seal();
    expect(await trail.verify()).toMatchObject({ rows: 2, segments: 1, fault: undefined });
    await trail.settle();
    expect((await trail.verify()).fault).toBeUndefined();
  });

  it('has one again when the database is back that could not make it', async () => {
    const trail = trailOf();
    await trail.record(note('a'));
    await headReaches(1);
    await headModel(connection).deleteOne({ _id: 'segment-1' });
    const heads = headModel(database.connection);
    const broken = jest.spyOn(heads, 'updateOne').mockImplementationOnce(() => {
      throw new Error('the server went away');
    });
    await trail.record(note('b'));
    await until('the last seal', async () => (await sealModel(connection).exists({ ends: 1 })) ?? undefined);
    expect(broken.mock.calls.length).toBeGreaterThan(1);
    await trail.settle();
    expect(await trail.verify()).toMatchObject({ rows: 2, segments: 1, fault: undefined });
  });
});

it('a head that could not be advanced is advanced when the database is back, without another row', async () => {
  const trail = trailOf();
  await trail.record(note('a'));
  await headReaches(1);
  jest.spyOn(headModel(database.connection), 'updateOne').mockImplementationOnce(() => {
    throw new Error('the server went away');
  });
  await trail.record(note('b'));
  await headReaches(2);
  await trail.settle();
});

it('rows beyond those that may wait are refused with 503, and the others are stored', async () => {
  const trail = trailOf();
  await trail.record(note('first'));
  const rows = auditModel(database.connection);
  const gate = Promise.withResolvers<void>();
  jest.spyOn(rows, 'insertMany').mockImplementation(async () => {
    await gate.promise;
    return [];
  });
  const waiting = [trail.record(note('under way'))];
  for (let turn = 0; turn < MAX_WAITING; turn += 1) waiting.push(trail.record(note('waits')));
  await expect(trail.record(note('too many'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  gate.resolve();
  await expect(Promise.all(waiting)).resolves.toHaveLength(MAX_WAITING + 1);
  jest.restoreAllMocks();
  await trail.record(note('later'));
  expect(await subjects()).toContain('later');
  await trail.settle();
});

it('a row that cannot be stored holds up none of those that came with it', async () => {
  const trail = trailOf();
  const tooLarge = { ...note('large'), detail: { title: 'x'.repeat(17 * 1024 * 1024) } };
  const ended = await Promise.allSettled(
    [note('first'), note('a'), tooLarge, note('b')].map((each) => trail.record(each)),
  );
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await subjects()).toEqual(['first', 'a', 'b']);
  await trail.settle();
  expect(await trail.verify()).toMatchObject({ rows: 3, fault: undefined });
});

it('rows that were stored before one was refused are not stored again', async () => {
  const { heads, chain } = newChain();
  const rows = auditModel(database.connection);
  const writer = createWriter(rows, chain, { heads, keys, log });
  const append = (...names: readonly string[]) => writer.append(names.map(note), new Date());
  const first = append('first');
  const insertMany = rows.insertMany.bind(rows);
  const cut = jest.spyOn(rows, 'insertMany');
  cut.mockImplementationOnce((all) => insertMany(all));
  cut.mockImplementationOnce(async (all) => {
    await insertMany(Array.isArray(all) ? all.slice(0, 3) : []);
    throw new mongo.MongoInvalidArgumentError('Document is larger than the maximum size');
  });
  await Promise.all([first, append('a', 'b'), append('c', 'd'), append('e')]);
  expect(await subjects()).toEqual(['first', 'a', 'b', 'c', 'd', 'e']);
  await writer.end();
  expect((await trailOf().verify()).fault).toBeUndefined();
});
