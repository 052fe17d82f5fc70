import { type Connection, createConnection } from 'mongoose';
import pino from 'pino';
import { type Database, openDatabase } from '../database/database.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSharedChain } from '../testing/shared-chain.ts';
import { headModel } from './head.ts';
import { auditModel } from './model.ts';
import { checkpointSealOf, sealKeys } from './seal.ts';
import { rowsOf, SHARED_CHAIN } from './segment.ts';
import { type AuditTrail, createAuditTrail } from './service.ts';

// While a deployment rolls, processes of the release before append to the shared chain.

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
const keys = sealKeys(SECRETS.auditSecrets);
const log = pino({ level: 'silent' });
const note = (subject: string) => ({ action: 'user.added', actor: 'admin@x.example', subject }) as const;

let server: TestDatabase;
let connection: Connection;
let database: Database;
let trail: AuditTrail;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const { uri } = server.sibling();
  connection = await createConnection(uri).asPromise();
  database = openDatabase(uri, log);
  await database.client;
  trail = createAuditTrail(database, SECRETS, log);
});
afterEach(async () => {
  await trail.settle();
  await database.close();
  await connection.close();
});

const sharedRows = () => auditModel(connection).countDocuments(rowsOf(SHARED_CHAIN));
/** Whether the shared chain has been begun, as by the release before. */
const older = () => createSharedChain(connection, keys);

it('rows of before stay proved, and are under the seals of now', async () => {
  const before = older();
  for (const subject of ['a', 'b', 'c']) await before.record(note(subject));
  await before.settle();
  await trail.record(note('d'));
  await trail.seal();
  expect(await trail.verify()).toMatchObject({ rows: 4, segments: 1, fault: undefined });
  const third = await auditModel(connection).findById(3).lean();
  const checkpoint = { seq: 3, seal: checkpointSealOf({ seq: 3, hash: String(third?.hash) }, keys[0]) };
  expect((await trail.verify({ rows: [checkpoint], seals: [] })).fault).toBeUndefined();
  const cut = { ...checkpoint, seq: 4 };
  expect((await trail.verify({ rows: [cut], seals: [] })).fault).toContain('a checkpoint says that it reached row 4');
  // Its head alone would not tell: it was put back to the second row.
  const second = await auditModel(connection).findById(2).lean();
  const place = { seq: 2, hash: String(second?.hash) };
  await connection.collection<{ _id: number }>('audit').deleteOne({ _id: 3 });
  await headModel(connection).updateOne(
    { _id: 'head' },
    { $set: { ...place, seal: checkpointSealOf(place, keys[0]) } },
  );
  expect((await trail.verify()).fault).toBe('row 3 is missing, and seal 2 names it');
});

it('both append side by side, two processes each, and all of it is proved', async () => {
  const others = [older(), older()];
  const second = createAuditTrail(database, SECRETS, log);
  await Promise.all(
    Array.from({ length: 80 }, async (_, turn) => {
      const writers = [...others, trail, second];
      await writers[turn % 4]?.record(note(`person-${turn}`));
      if (turn % 16 === 0) await trail.seal();
    }),
  );
  for (const each of others) await each.settle();
  expect(await sharedRows()).toBe(40);
  await trail.seal();
  expect(await trail.verify()).toMatchObject({ rows: 80, segments: 2, fault: undefined });
  const { rows } = await trail.page({}, 100);
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual(
    Array.from({ length: 80 }, (_, turn) => `person-${turn}`).toSorted(),
  );
  await second.settle();
});

it('a process of the release before begins the shared chain, also where only segments have rows', async () => {
  await trail.record(note('new'));
  const back = older();
  await back.record(note('old'));
  await back.settle();
  expect(await sharedRows()).toBe(1);
  await trail.seal();
  expect(await trail.verify()).toMatchObject({ rows: 2, segments: 1, fault: undefined });
});

it('a page of the release before leads on from its last row', async () => {
  const before = older();
  for (const subject of ['a', 'b', 'c']) await before.record(note(subject));
  await before.settle();
  const cursor = Buffer.from(JSON.stringify([2])).toString('base64url');
  const { rows } = await trail.page({}, 10, cursor);
  expect(rows.map(({ subject }) => subject)).toEqual(['a']);
});
