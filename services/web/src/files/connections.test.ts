import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const asking = (path: string, times: number) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times);
const askingLast = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** Resolves once the server has started to respond. */
function answered(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('readable', () => resolve()));
}

test('clients that leave in the middle of a file, or just after asking, do no harm', async () => {
  await using server = await serveReleases(dir);
  const sockets = Array.from({ length: 20 }, () => server.connect());
  for (const socket of sockets) socket.write(asking(large, 300));
  await Promise.all(sockets.slice(0, 10).map(answered));
  for (const socket of sockets) socket.destroy();
  expect((await server.get(large)).body).toHaveLength(LARGE_BYTES);
  expect(server.logged).toEqual([]);
});

test('a client that takes no bytes is ended', async () => {
  await using server = await serveReleases(dir, { stalledClientMs: 100 });
  const socket = server.connect();
  const end = ended(socket);
  socket.write(asking(large, 2));
  await answered(socket);
  await new Promise((resolve) => setTimeout(resolve, 500));
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await end;
  expect(bytes).toBeLessThan(LARGE_BYTES);
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
