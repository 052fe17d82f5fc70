import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../services/api/src/testing/clock.ts';
import { metricOf } from '../../services/api/src/testing/portal.ts';
import { expectWhole } from './testing/account.ts';
import { APIS, linesOf, startTrial, type Trial } from './testing/trial.ts';

// Clients that take one byte a second of a large file: they do not slow down others, and are cut off.

const READERS = 20;
/** More than lies in the sockets between. */
const FILE_BYTES = 20_000_000;
/** The edge waits 60 s for a client to take more. */
const CUT_OFF_MS = 120_000;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

/** Asks for a file, and reads a byte of it each second. */
function readSlowly(url: string, path: string): { readonly end: () => void } {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  socket.on('error', () => undefined);
  // Without a listener of `data` nothing is read but what `read` asks for.
  const timer = setInterval(() => socket.read(1), 1000);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return {
    end: () => {
      clearInterval(timer);
      socket.destroy();
    },
  };
}

/** Returns the sum of a metric over the processes of the API. */
async function sumOf(metric: string): Promise<number> {
  const { operatorUrls } = trial.small.stack;
  const counts = APIS.map((name) => metricOf(operatorUrls.get(name) ?? '', metric));
  return (await Promise.all(counts)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

test('clients that take one byte a second do not slow down others, and are cut off', async () => {
  const path = await trial.crowd.uploadLarge(FILE_BYTES);
  const readers: { readonly end: () => void }[] = [];
  const { troubles } = await trial.suffer(async () => {
    for (let count = 0; count < READERS; count += 1) readers.push(readSlowly(trial.small.stack.url, path));
    await until('all of them to be served', async () => (await sumOf('downloads_under_way')) >= READERS, 30_000);
    await pause(10_000);
    await until('them to be cut off', async () => (await sumOf('downloads_under_way')) < READERS / 2, CUT_OFF_MS);
  });
  for (const reader of readers) reader.end();
  expect(troubles).toEqual([]);
  // Each that was cut off has a warning with the id of its request, and is counted.
  const cutOff = await sumOf('http_stalled_readers_total');
  expect(cutOff).toBeGreaterThan(READERS / 2);
  const lines = () =>
    APIS.flatMap((name) => linesOf(trial, name)).filter(({ msg }) => msg.startsWith('request cut off'));
  await until('their lines', () => lines().length >= cutOff);
  expect(lines()).toContainEqual(expect.objectContaining({ level: 'warn', req: expect.objectContaining({ path }) }));
}, 400_000);

test('nothing that was acknowledged is lost, and no mail is sent twice', async () => {
  expectWhole(await trial.account());
}, 120_000);
