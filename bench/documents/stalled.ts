import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { timeOf } from '../statistics.ts';
import { download } from './transfer.ts';

const LOOK_EVERY_MS = 20;
/** As many as one client may have at once. */
const READERS_OF_ADDRESS = 20;

/** By how many megabytes (2^20 bytes) a process grows at most while something is done, over what it held before. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const held = () => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  };
  const before = held();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, held());
  }, LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, held()) - before;
}

/** Asks for a document like the others at one network address, and takes the beginning of the answer alone. */
async function stall(url: URL, cookie: string, address: string): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  // The portal ends it after a while, and then this is how.
  socket.on('error', () => undefined);
  const headers = `Host: ${url.host}\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}\r\n`;
  socket.write(`GET ${url.pathname} HTTP/1.1\r\n${headers}\r\n`);
  const [first] = await once(socket, 'data');
  socket.pause();
  if (!String(first).startsWith('HTTP/1.1 200 ')) throw new Error(`a reader was answered: ${String(first)}`);
  return socket;
}

/**
 * Times a download by itself and beside readers of a larger document who take nothing, 20 from each network address, in turn. The
 * pause is until nothing is sent to them any more and nothing is read ahead for them, long before they are ended. Returns all times,
 * and by how many megabytes the process grew at most.
 */
export async function measureBesideStalled(
  { pid, cookie }: { readonly pid: number; readonly cookie: string },
  { url, bytes, largeUrl }: { readonly url: string; readonly bytes: number; readonly largeUrl: string },
  { rounds, addresses, pauseMs }: { readonly rounds: number; readonly addresses: number; readonly pauseMs: number },
) {
  const readers = addresses * READERS_OF_ADDRESS;
  const timed = () => timeOf(() => download(url, bytes, { Cookie: cookie }));
  const stallAll = async (sockets: Socket[]) => {
    for (let address = 1; address <= addresses; address += 1) {
      const from = `198.18.9.${address}`;
      const each = Array.from({ length: READERS_OF_ADDRESS }, () => stall(new URL(largeUrl), cookie, from));
      sockets.push(...(await Promise.all(each)));
    }
    await pause(pauseMs);
  };
  const [aloneMs, besideMs]: [number[], number[]] = [[], []];
  let memory = 0;
  await timed();
  for (let round = 0; round < rounds; round += 1) {
    aloneMs.push(await timed());
    const sockets: Socket[] = [];
    const growth = await growthDuring(pid, async () => {
      await stallAll(sockets);
      besideMs.push(await timed());
    });
    memory = Math.max(memory, growth);
    const left = sockets.filter(({ destroyed }) => !destroyed).length;
    for (const socket of sockets) socket.destroy();
    if (left < readers) throw new Error(`only ${left} of ${readers} readers were still there`);
    await pause(pauseMs);
  }
  return { readers, aloneMs, besideMs, memory };
}
