import { Types } from 'mongoose';
import { type CommandCore, openCommandCore } from '../commands/command-core.ts';
import { runCommand } from '../commands/run.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { realDate, stopDateAtMinute } from '../testing/clock.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type AccessLog, createAccessLog } from './access-log.ts';

let database: TestDatabase;
let opened: CommandCore;
let log: AccessLog;
beforeAll(async () => {
  database = await startTestDatabase();
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: database.uri };
  await runCommand('migrate', [], environment);
  opened = await openCommandCore(environment);
  log = createAccessLog(opened.core);
});
afterAll(async () => {
  await opened.close();
  await database.stop();
});

// Ids and hashes hold two or three letters of any word by chance: what is looked for is longer, and in the field where it would be.
beforeEach(stopDateAtMinute);
afterEach(realDate);

const stored = () => opened.core.database.connection.collection('document_accesses');
const visit = (documentId: Types.ObjectId, from: string) =>
  log.record(documentId, { by: null, action: 'opened', from });

it('keeps nothing by which a visitor could be known, whole networks of IPv6 count once, and different visitors do not', async () => {
  const documentId = new Types.ObjectId();
  for (const from of ['192.0.2.77', '2001:db8:1:2::1', '2001:db8:1:2::2']) await visit(documentId, from);
  const rows = await stored().find({ documentId }).toArray();
  expect(rows).toHaveLength(2);
  expect(rows.map(({ by, from }) => [by, from])).toEqual(Array(2).fill([null, '']));
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.|2001:/);
});

it('names a member where it has to, and nowhere else', async () => {
  const documentId = new Types.ObjectId();
  await log.record(documentId, { by: 'somebody@x.example', action: 'opened', from: '192.0.2.77' });
  const row = await stored().findOne({ documentId });
  expect(row).toMatchObject({ by: 'somebody@x.example', occasion: expect.not.stringContaining('somebody') });
});

it('what the first releases kept of visitors is forgotten by a migration, which may be repeated', async () => {
  const [documentId, _id] = [new Types.ObjectId(), new Types.ObjectId()];
  const occasion = `${documentId} 192.0.2.77 opened 29921532`;
  await stored().insertOne({ _id, documentId, occasion, at: new Date(), by: null, action: 'opened', from: '' });
  const migration = MIGRATIONS.find(({ name }) => name === '0002-forget-who-visited');
  for (let turn = 0; turn < 2; turn += 1) await migration?.run(opened.core.database.connection);
  expect(await stored().findOne({ _id })).toMatchObject({ occasion: String(_id), documentId });
});
