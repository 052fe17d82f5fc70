import { type Connection, createConnection, mongo } from 'mongoose';
import pino from 'pino';
import { until } from '../../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { sealModel } from './model.ts';
import { createAuditTrail } from './service.ts';
import { auditUpkeep } from './upkeep.ts';

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
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
let connection: Connection;
const opened: Database[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(() => {
  time = new Date('2026-03-01T12:00:00Z');
  lines = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const database of opened.splice(0)) await database.close();
  await connection.close();
});

async function open(options = ''): Promise<Database> {
  const { uri } = server.sibling();
  connection = await createConnection(uri).asPromise();
  const database = openDatabase(options === '' ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${options}`, log, clock);
  opened.push(database);
  await database.client;
  return database;
}

const lost = () => lines.filter((line) => line.includes('has lost its newest seals'));

it.each([
  ['nothing', undefined],
  ['a row', 'b'],
])(
  'a process that runs finds that the newest seal was removed, when %s was written meanwhile',
  async (_what, later) => {
    const trail = createAuditTrail(await open(), SECRETS, log);
    await trail.record(note('a'));
    await trail.seal();
    expect(lost()).toEqual([]);
    await connection.collection<{ _id: number }>('audit_seals').deleteOne({ _id: 2 });
    if (later !== undefined) await trail.record(note(later));
    const jobs = auditUpkeep(trail, log).filter(({ name }) => name === 'audit checkpoint');
    for (const job of jobs) job.start();
    await until('the report', () => lost().length > 0);
    for (const job of jobs) await job.stop();
    // Once is enough.
    await trail.seal();
    expect(lost()).toHaveLength(1);
    await trail.settle();
  },
);

it('of many processes one seals in a minute, also what the others wrote', async () => {
  const database = await open();
  const trails = Array.from({ length: 3 }, () => createAuditTrail(database, SECRETS, log));
  const sealed = async () =>
    (await sealModel(connection).find({ opens: false }).sort({ _id: 1 }).lean()).map(({ places }) => places.length);
  const minute = async () => {
    for (const trail of trails) {
      await trail.record(note('somebody'));
      time = new Date(time.getTime() + 15_000);
      await trail.sealInTurn();
    }
    time = new Date(time.getTime() + 15_000);
  };
  // One that started after the newest seal may seal once more.
  for (const trail of trails) await trail.record(note('begins'));
  await minute();
  expect(await sealed()).toEqual([3]);
  await minute();
  expect(await sealed()).toEqual([3, 3]);
  // A clock that was wrong for a while puts nothing off, nor does a checkpoint wait.
  time = new Date(time.getTime() - 3_600_000);
  await trails[1]?.sealInTurn();
  expect(await sealed()).toEqual([3, 3, 2]);
  await trails[2]?.record(note('somebody'));
  await trails[2]?.checkpoint();
  expect(await sealed()).toEqual([3, 3, 2, 1]);
  for (const trail of trails) await trail.settle();
  expect((await trails[0]?.verify())?.fault).toBeUndefined();
});

it('what takes each number first is told to the person as 503, and to the log', async () => {
  const database = await open();
  const trail = createAuditTrail(database, SECRETS, log);
  const duplicateKey = new mongo.MongoServerError({ message: 'E11000 duplicate key error', code: 11_000 });
  jest.spyOn(sealModel(database.connection), 'insertMany').mockRejectedValue(duplicateKey);
  await expect(trail.record(note('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  expect(lines.join()).toContain('had the number of each seal that was tried');
});

it('is written with majority concern, also against the URI, and heads are read so', async () => {
  const database = await open('w=1&monitorCommands=true');
  const writes: (readonly unknown[])[] = [];
  const reads: (readonly unknown[])[] = [];
  (await database.client).on('commandStarted', ({ commandName, command }) => {
    const collection = String(command[commandName]);
    if (!/^audit(_seals|_head)?$/.test(collection)) return;
    if (/^(insert|update|delete)$/.test(commandName)) writes.push([collection, commandName, command.writeConcern?.w]);
    if (commandName === 'find' && collection === 'audit_head') reads.push([command.readConcern?.level]);
  });
  const trail = createAuditTrail(database, SECRETS, log);
  await trail.record(note('ada@x.example'));
  await trail.seal();
  await trail.erase('ada@x.example', 'somebody');
  await trail.verify();
  await trail.settle();
  const kinds = new Set(writes.map((write) => JSON.stringify(write)));
  expect([...kinds].toSorted()).toEqual([
    '["audit","insert","majority"]',
    '["audit","update","majority"]',
    '["audit_head","delete","majority"]',
    '["audit_head","update","majority"]',
    '["audit_seals","insert","majority"]',
  ]);
  expect(reads.length).toBeGreaterThan(1);
  expect(new Set(reads.flat())).toEqual(new Set(['majority']));
});
