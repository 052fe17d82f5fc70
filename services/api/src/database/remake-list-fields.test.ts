import { type Connection, createConnection } from 'mongoose';
import { searchConditions } from '../search/search-keys.ts';
import { startTestDatabase, type TestDatabase } from '../testing/database.ts';
import { MIGRATIONS } from './migrations.ts';
import { remakeListFields } from './remake-list-fields.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await startTestDatabase();
  connection = await createConnection(database.uri).asPromise();
});
afterAll(async () => {
  await connection.close();
  await database.stop();
});

const STALE = { sortTitle: 'old', sortName: 'old', searchText: 'old', searchKeys: ['old'] };

async function found(records: string, search: string): Promise<number> {
  const keys = searchConditions(search, 'searchText').flatMap(({ entries }) => entries);
  return connection.collection(records).countDocuments({ $and: [...keys] });
}

it('what is listed is found by what it says, whatever was stored of it before', async () => {
  const date = new Date('2026-01-01T00:00:00.000Z');
  await connection.collection('users').insertOne({ email: 'x@y.example', name: 'Br O’Briens', ...STALE });
  await connection.collection('documents').insertOne({ title: 'Annual report', name: 'a.pdf', ...STALE });
  await connection.collection('press_releases').insertMany([
    { title: 'New title', author: 'ada@x.example', date, ...STALE },
    { title: 'A draft', author: 'ada@x.example', ...STALE },
  ]);
  await remakeListFields(connection);
  await remakeListFields(connection);
  expect(await found('users', 'br')).toBe(1);
  expect(await found('documents', 'annual')).toBe(1);
  expect(await found('press_releases', 'title')).toBe(1);
  expect(await found('press_releases', 'ada')).toBe(2);
  expect(await connection.collection('press_releases').findOne({ sortTitle: 'new title' })).toMatchObject({
    sortDate: date,
  });
  expect(await connection.collection('users').countDocuments({ sortName: 'old' })).toBe(0);
});

it('is one of the migrations', () => {
  expect(MIGRATIONS.map(({ run }) => run)).toContain(remakeListFields);
});
