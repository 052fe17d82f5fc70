import { createConnection, mongo } from 'mongoose';
import pino from 'pino';
import { recordsOf } from '../../identity/personal-data/export.ts';
import { partsOf } from '../../main/backup/scan.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { headModel, sealedHead } from './head.ts';
import { sealKeys } from './seal.ts';
import { createAuditTrail } from './service.ts';

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
const log = pino({ level: 'silent' });
const note = (subject: string) => ({ action: 'user.added', actor: 'admin@x.example', subject }) as const;

let server: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await server.stop();
});

async function databaseAt(uri: string): Promise<Database> {
  const database = openDatabase(uri, log);
  opened.push(database);
  await database.client;
  return database;
}

/** Copies what a backup would hold, and calls `before` with the name of each collection. */
async function copy(database: Database, uri: string, before: (name: string) => Promise<void> = async () => undefined) {
  const connection = await createConnection(uri).asPromise();
  let name = '';
  for await (const part of partsOf(recordsOf(database.connection))) {
    if (part.kind === 'collection') {
      name = part.head.name;
      await before(name);
    }
    if (part.kind === 'record') await connection.collection(name).insertOne(mongo.BSON.deserialize(part.raw));
  }
  await connection.close();
}

it('a backup that is taken while processes write, begin and end holds a whole trail', async () => {
  const database = await databaseAt(server.sibling().uri);
  const trailOf = () => createAuditTrail(database, SECRETS, log);
  const [running, ended] = [trailOf(), trailOf()];
  for (const subject of ['a', 'b', 'c']) for (const trail of [running, ended]) await trail.record(note(subject));
  await ended.settle();
  const target = server.sibling().uri;
  const scanned: string[] = [];
  await copy(database, target, async (name) => {
    scanned.push(name);
    // Behind each collection that was read, before the next one is.
    const trail = trailOf();
    await trail.record(note(`started before ${name}`));
    await running.record(note(`written before ${name}`));
    await running.seal();
    if (scanned.length % 2 === 0) await trail.settle();
  });
  expect(scanned).toEqual(['audit_head', 'audit', 'audit_seals']);
  const restored = createAuditTrail(await databaseAt(target), SECRETS, log);
  const report = await restored.verify();
  expect(report.fault).toBeUndefined();
  expect(report.rows).toBeGreaterThan(6);
  // And it goes on.
  await restored.record(note('after'));
  await restored.settle();
  expect(await restored.verify()).toMatchObject({ rows: report.rows + 1, fault: undefined });
  expect((await running.verify()).fault).toBeUndefined();
  await running.settle();
});

it('the head record of a segment that was opened while head records were read is not kept', async () => {
  const database = await databaseAt(server.sibling().uri);
  const trail = createAuditTrail(database, SECRETS, log);
  await trail.record(note('a'));
  const place = { seq: 3, hash: 'f'.repeat(64) };
  await headModel(database.connection).create(sealedHead('segment-2', place, sealKeys(SECRETS.auditSecrets)[0]));
  const target = server.sibling().uri;
  await copy(database, target);
  const restored = createAuditTrail(await databaseAt(target), SECRETS, log);
  expect(await restored.verify()).toMatchObject({ rows: 1, segments: 1, fault: undefined });
  await trail.settle();
});

it.each([
  ['not there', false],
  ['empty', true],
])(
  'a backup that starts before the first seal of all is whole, when the collection of seals is %s',
  async (_what, isThere) => {
    const database = await databaseAt(server.sibling().uri);
    if (isThere) await database.connection.createCollection('audit_seals');
    const trail = createAuditTrail(database, SECRETS, log);
    const target = server.sibling().uri;
    await copy(database, target, async (name) => {
      await trail.record(note(`written before ${name}`));
      await trail.seal();
    });
    const restored = createAuditTrail(await databaseAt(target), SECRETS, log);
    expect(await restored.verify()).toMatchObject({ rows: 0, segments: 0, fault: undefined });
    await restored.record(note('after'));
    await restored.settle();
    expect(await restored.verify()).toMatchObject({ rows: 1, segments: 1, fault: undefined });
    await trail.settle();
  },
);
