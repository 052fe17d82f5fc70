import { mongo } from 'mongoose';
import { Registry } from 'prom-client';
import { until } from '../../testing/clock.ts';
import { startTestDatabase } from '../../testing/database.ts';
import { showPool } from './metrics.ts';

it('calls that hold a connection and calls that wait for one are told, and how long each took', async () => {
  const server = await startTestDatabase();
  const client = new mongo.MongoClient(server.uri, { maxPoolSize: 1 });
  const registry = new Registry();
  showPool(registry, client);
  const rows = client.db().collection('rows');
  await rows.insertOne({});
  const metric = async (name: string) => {
    const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length));
  };
  const before = await metric('portal_database_call_seconds_count');
  expect(before).toBeGreaterThan(0);
  // Waits for a change that does not come.
  const stream = client.db().watch([], { maxAwaitTimeMS: 3000 });
  const slow = stream.tryNext();
  // After its beginning, which holds the connection, too.
  const isWaiting = async () =>
    (await metric('portal_database_call_seconds_count')) === before + 1 &&
    (await metric('portal_database_calls_under_way')) === 1;
  await until('its wait to hold the connection', isWaiting);
  const others = [rows.countDocuments({}), rows.countDocuments({})];
  await until('both to wait', async () => (await metric('portal_database_calls_waiting')) === 2);
  await Promise.all([slow, ...others]);
  expect(await metric('portal_database_calls_waiting')).toBe(0);
  expect(await metric('portal_database_calls_under_way')).toBe(0);
  // The stream's beginning and its wait, and the two counts.
  expect(await metric('portal_database_call_seconds_count')).toBe(before + 4);
  expect(await metric('portal_database_call_seconds_sum')).toBeGreaterThan(0.4);
  await stream.close();
  await client.close();
  await server.stop();
});
