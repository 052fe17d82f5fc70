import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_WAITING_REQUESTS } from './file-server.ts';
import { RELEASE, serveReleases, writeRelease } from './testing-server.ts';

/** More than any socket takes from a sender whose peer does not read. */
const LARGE_BYTES = 24 * 1024 * 1024;
const large = `/releases/mfe-news/${RELEASE}/large.bin`;
const small = `/releases/mfe-news/${RELEASE}/a`;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'connections-'));
  writeRelease(dir, 'mfe-news', { 'large.bin': Buffer.alloc(LARGE_BYTES, 1), a: 'a' });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** How many files below the folder this process holds open. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(dir);
    } catch {
      return false;
    }
  }).length;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const asking = (path: string, times: number) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times);
const askingLast = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Resolves once the server has started to respond. */
function answered(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('readable', () => resolve()));
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('requests sent without waiting hold one file at a time, and none when the client leaves', async () => {
  await using server = await serveReleases(dir);
  for (let round = 0; round < 3; round += 1) {
    const socket = server.connect();
    socket.write(asking(large, 300));
    await answered(socket);
    expect(openFiles()).toBe(1);
    socket.destroy();
    await until(() => openFiles() === 0);
  }
  expect((await server.get(small)).status).toBe(200);
  expect(server.logged).toEqual([]);
});

onLinux('a client that leaves in the middle of a file, or just after asking, leaves no file open', async () => {
  await using server = await serveReleases(dir);
  await server.get(large);
  const sockets = Array.from({ length: 20 }, () => server.connect());
  for (const socket of sockets) socket.write(asking(large, 1));
  await Promise.all(sockets.slice(0, 10).map(answered));
  for (const socket of sockets) socket.destroy();
  await until(() => openFiles() === 0);
  // Anyone who was just about to open a file has done so by now.
  expect((await server.get(large)).body).toHaveLength(LARGE_BYTES);
  await until(() => openFiles() === 0);
  expect(server.logged).toEqual([]);
});

onLinux('a client that takes no bytes is ended, and its file closed', async () => {
  await using server = await serveReleases(dir, { stalledClientMs: 100 });
  const socket = server.connect();
  const end = ended(socket);
  socket.write(asking(large, 2));
  await answered(socket);
  expect(openFiles()).toBe(1);
  await until(() => openFiles() === 0);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await end;
  expect(bytes).toBeLessThan(LARGE_BYTES);
});

test('a file that is cut off while it is sent ends the connection: a client does not wait for the rest', async () => {
  const path = join(writeRelease(dir, 'mfe-cut', { 'cut.bin': Buffer.alloc(LARGE_BYTES, 1) }), 'cut.bin');
  await using server = await serveReleases(dir);
  const socket = server.connect();
  const end = ended(socket);
  socket.write(asking(large.replace('mfe-news', 'mfe-cut').replace('large', 'cut'), 2));
  await answered(socket);
  truncateSync(path, LARGE_BYTES - 1);
  socket.resume();
  await end;
  expect(server.logged.join('')).toContain(`ended after ${LARGE_BYTES - 1} bytes of ${LARGE_BYTES}`);
});

test('requests sent without waiting are answered in order', async () => {
  await using server = await serveReleases(dir);
  const socket = server.connect();
  socket.write(`${asking(small, 100)}${asking(large, 1)}${asking('/releases/none', 1)}${askingLast(small)}`);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await ended(socket);
  const lengths = [...text.matchAll(/Content-Length: (\d+)/g)].map(([, length]) => Number(length));
  expect(lengths).toEqual([...Array<number>(100).fill(1), LARGE_BYTES, 27, 1]);
});

test('of very many requests sent without waiting, the first are answered and the rest refused', async () => {
  await using server = await serveReleases(dir);
  const socket = server.connect();
  socket.write(asking(large, 1) + asking(small, 2 * MAX_WAITING_REQUESTS));
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await ended(socket);
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1 + MAX_WAITING_REQUESTS);
  expect(statuses.at(-1)).toBe(503);
});
