import { Writable } from 'node:stream';
import { pino } from 'pino';
import { layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { startTestDatabase } from '../../testing/database.ts';
import { openDatabase } from './database.ts';

it('that the database is away, takes no writes or is back is said once, also where the connection stays', async () => {
  const server = await startTestDatabase();
  const cable = await layCable(server.uri);
  const messages: string[] = [];
  const lines = new Writable({
    write: (line, _encoding, done) => {
      messages.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  const database = openDatabase(cable.uri, pino(lines));
  await database.client;
  const isWritten = () =>
    database.write().then(
      () => true,
      () => false,
    );
  for (const fault of ['no-primary', 'disk-full', 'no-primary'] as const) {
    cable.onCommand = ({ collection }) => (collection === 'readiness' ? fault : undefined);
    for (let turn = 0; turn < 3; turn += 1) expect(await isWritten()).toBe(false);
  }
  cable.onCommand = undefined;
  for (let turn = 0; turn < 3; turn += 1) expect(await isWritten()).toBe(true);
  cable.cut();
  expect(await isWritten()).toBe(false);
  await cable.mend();
  await until('it to be back', isWritten);
  expect(messages).toEqual([
    'the database is away',
    'the database takes no writes',
    'the database is away',
    'the database is back',
    'the database is away',
    'the database is back',
  ]);
  await database.close();
  cable.cut();
  await server.stop();
});
