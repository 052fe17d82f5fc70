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

const rowsOf = () => auditModel(database.connection).find().sort({ _id: 1 }).lean();

it('erases rows, too, that were written before the place that had been read to, and seals stay whole', async () => {
  const trail = createAuditTrail(database, SECRETS, log);
  await trail.record({ ...ADA, subject: 'first@x.example' });
  await trail.seal();
  await trail.record({ ...ADA, detail: { title: 'for ada@x.example' } });
  const collection = database.connection.collection('audit');
  const updateOne = collection.updateOne.bind(collection);
  const update = jest.spyOn(collection, 'updateOne').mockImplementationOnce(async (...args) => {
    // A row of another process, whose clock is behind, comes before all that has been read.
    jest.spyOn(Date, 'now').mockReturnValueOnce(0);
    await trail.record(ADA);
    await trail.seal();
    return updateOne(...args);
  });
  await expect(trail.erase('ada@x.example', 'erased-1')).resolves.toBe(2);
  expect(update).toHaveBeenCalledTimes(2);
  expect((await rowsOf()).map(({ subject }) => subject)).toEqual(['erased-1', 'first@x.example', 'erased-1']);
  expect(JSON.stringify(await rowsOf())).not.toContain('ada@x.example');
  expect(await trail.verify()).toEqual({ rows: 3, erased: 2, seals: 2, fault: undefined });
});

it('two people who are erased at once both go from a row that names both', async () => {
  const trail = createAuditTrail(database, SECRETS, log);
  const before = (await rowsOf()).length;
  await trail.record({ ...ADA, actor: 'eve@x.example', subject: 'bob@x.example' });
  const collection = database.connection.collection('audit');
  const updateOne = collection.updateOne.bind(collection);
  jest.spyOn(collection, 'updateOne').mockImplementationOnce(async (...args) => {
    await trail.erase('bob@x.example', 'erased-bob');
    return updateOne(...args);
  });
  await expect(trail.erase('eve@x.example', 'erased-eve')).resolves.toBe(1);
  expect((await rowsOf())[before]).toMatchObject({ actor: 'erased-eve', subject: 'erased-bob' });
  expect((await trail.verify()).fault).toBeUndefined();
});

it('an erased row is proved by its own MAC, and erased again', async () => {
  const trail = createAuditTrail(database, SECRETS, log);
  await trail.erase('admin@x.example', 'erased-2');
  expect(await trail.verify()).toMatchObject({ erased: 4, fault: undefined });
  const raw = database.connection.collection('audit');
  const [row] = await rowsOf();
  if (row === undefined) throw new Error('no row');
  const changes = [{ actor: 'x' }, { mac: 'f'.repeat(64) }, { 'erased.at': new Date(0) }, { 'erased.mac': '' }];
  for (const change of changes) {
    await raw.updateOne({ _id: row._id }, { $set: change });
    expect([change, (await trail.verify()).fault]).toEqual([change, expect.stringContaining('was altered')]);
    await raw.replaceOne({ _id: row._id }, row);
  }
  await raw.updateOne({ _id: row._id }, { $unset: { erased: '' } });
  expect((await trail.verify()).fault).toContain('was altered');
  await expect(trail.assertErasable('erased-2')).rejects.toThrow('cannot be proved');
});
