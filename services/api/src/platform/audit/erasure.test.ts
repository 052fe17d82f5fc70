import pino from 'pino';
import { startTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { auditModel } from './model.ts';
import { createAuditTrail } from './service.ts';

const SECRETS = { auditSecrets: ['the secret that seals, 32 characters'] } as const;
const log = pino({ level: 'silent' });
const ADA = { action: 'user.added', actor: 'admin@x.example', subject: 'ada@x.example' } as const;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.uri, log);
  await database.client;
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

it('erases rows, too, that were written before the place that had been read to', async () => {
  const [one, other] = [createAuditTrail(database, SECRETS, log), createAuditTrail(database, SECRETS, log)];
  await one.record({ ...ADA, subject: 'first@x.example' });
  await other.record(ADA);
  const collection = database.connection.collection('audit');
  const updateOne = collection.updateOne.bind(collection);
  const update = jest.spyOn(collection, 'updateOne').mockImplementationOnce(async (...args) => {
    // The row of the second segment has been read.
    await one.record(ADA);
    return updateOne(...args);
  });
  await expect(other.erase('ada@x.example', 'erased-1')).resolves.toBe(2);
  expect(update).toHaveBeenCalledTimes(2);
  const rows = await auditModel(database.connection).find().sort({ _id: 1 }).lean();
  expect(rows.map(({ subject }) => subject)).toEqual(['first@x.example', 'erased-1', 'erased-1']);
  for (const trail of [one, other]) await trail.settle();
  expect(await one.verify()).toMatchObject({ rows: 3, erased: 2, fault: undefined });
});
