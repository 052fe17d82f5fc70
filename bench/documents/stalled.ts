import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { timeOf } from '../report.ts';
import { download } from './transfer.ts';

const LOOK_EVERY_MS = 20;
/** After what time a reader that comes again leaves, in ms. */
const STAY_MS = 400;

/** By how many megabytes (2^20 bytes) a process grows at most while something is done, over what it held before. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = memoryMb();
  let most = before;
  const look = () => {
    most = Math.max(most, memoryMb());
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  await work().finally(() => clearInterval(timer));
  look();
  return most - before;
}

/** Asks for a document from one network address, and takes the beginning of the answer alone; of very many an address has fewer (429). */
async function stall(url: URL, cookie: string, address: string): Promise<Socket> {
  // The portal ends it after a while, and then this is how.
  const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
  const headers = `Host: ${url.host}\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}`;
  socket.write(`GET ${url.pathname} HTTP/1.1\r\n${headers}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  socket.pause();
  const [, status] = /^HTTP\/1.1 (200|429) /.exec(String(first)) ?? [];
  if (status === undefined) throw new Error(`a reader was answered: ${String(first)}`);
  return status === '200' ? socket : socket.destroy();
}

/** Readers who take nothing; `again`: they leave and come back. After the pause nothing is read ahead for those that stay. */
type Readers = Readonly<Record<'addresses' | 'ofAddress' | 'rounds' | 'pauseMs', number> & { again: boolean }>;

/** Times a download by itself and beside readers of another document, in turn. Returns all times, and by how many megabytes the process grew at most. */
export async function measureBeside(
  pid: number,
  cookie: string,
  { url, bytes, readUrl }: Readonly<Record<'url' | 'readUrl', string> & { bytes: number }>,
  { addresses, ofAddress, again, rounds, pauseMs }: Readers,
) {
  const readers = addresses * ofAddress;
  const timed = () => timeOf(() => download(url, bytes, { Cookie: cookie }));
  const [aloneMs, besideMs, growths]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    await timed();
    aloneMs.push(await timed());
    const sockets: Socket[] = [];
    let isOver = false;
    const read = async (address: string): Promise<void> => {
      const socket = await stall(new URL(readUrl), cookie, address);
      sockets.push(socket);
      if (!again || isOver) return;
      await pause(STAY_MS);
      socket.destroy();
      return read(address);
    };
    const coming = Array.from({ length: readers }, (_, i) => `198.18.9.${1 + Math.floor(i / ofAddress)}`).map(read);
    const beside = async () => {
      if (!again) await Promise.all(coming);
      await pause(pauseMs);
      besideMs.push(await timed());
    };
    growths.push(await growthDuring(pid, beside));
    isOver = true;
    await Promise.all(coming);
    const openCount = sockets.filter(({ destroyed }) => !destroyed).length;
    if (!again && openCount < addresses * Math.min(ofAddress, 4))
      throw new Error(`only ${openCount} readers were still there`);
    for (const socket of sockets) socket.destroy();
    await pause(pauseMs);
  }
  return { readers, aloneMs, besideMs, memory: Math.max(...growths) };
}
