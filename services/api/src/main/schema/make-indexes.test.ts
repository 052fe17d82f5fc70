import mongoose from 'mongoose';
import { makeIndexes } from '../../platform/database/migrate.ts';
import { denyIndexCreation, startTestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { registerModels, upgrade } from './schema.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, '', await startTestDatabase());
  registerModels(portal.connection);
});
afterAll(() => portal.stop());
afterEach(() => jest.restoreAllMocks());

it('a process whose database user may not create indexes starts when all are there, and asks for none', async () => {
  const create = denyIndexCreation();
  const other = await portal.another();
  expect(create).not.toHaveBeenCalled();
  expect((await fetch(`${other.url}/api/press-releases`)).status).toBe(200);
});

it('without that right a missing index is named, with what makes it', async () => {
  await portal.connection.collection('audit').dropIndexes();
  denyIndexCreation();
  await expect(upgrade(portal.connection)).rejects.toThrow(
    'An index of audit is missing, and this user of the database may not create one: run "migrate" first.',
  );
  jest.restoreAllMocks();
  await upgrade(portal.connection);
  expect((await portal.connection.collection('audit').indexes()).length).toBeGreaterThan(1);
});

it('an index that differs from the model’s is not passed over: the database says so', async () => {
  const limits = portal.connection.collection('limits');
  await limits.dropIndexes();
  await limits.createIndex({ expire: 1 }, { expireAfterSeconds: 5 });
  await expect(makeIndexes(portal.connection)).rejects.toMatchObject({ code: 85 });
  await limits.dropIndexes();
  await makeIndexes(portal.connection);
  expect(await limits.indexes()).toContainEqual(expect.objectContaining({ expireAfterSeconds: 0 }));
});

it('collections that are not there get theirs, in an empty database', async () => {
  const empty = portal.database.sibling();
  const connection = await mongoose.createConnection(empty.uri).asPromise();
  registerModels(connection);
  await makeIndexes(connection);
  expect(await connection.collection('users').indexes()).toContainEqual(expect.objectContaining({ key: { email: 1 } }));
  const create = denyIndexCreation();
  await makeIndexes(connection);
  expect(create).not.toHaveBeenCalled();
  await connection.close();
});
