import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { growthDuring } from './memory.ts';
import { download } from './transfer.ts';

const READERS = 400;
/** As many as one client may have at once. */
const READERS_OF_CLIENT = 20;
/** Until nothing is sent to them any more and nothing is read ahead for them; long before they are ended. */
const PAUSE_MS = 3000;

/** How long a download takes by itself and beside readers that take nothing, every round, and by how many megabytes the process grew at most. */
export interface BesideStalled {
  readonly readers: number;
  readonly aloneMs: readonly number[];
  readonly besideMs: readonly number[];
  readonly memory: number;
}

/** Asks for a document like the others at one network address, and takes the beginning of the answer alone. */
async function stall(url: URL, cookie: string, client: string): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  // The portal ends it after a while, and then this is how.
  socket.on('error', () => undefined);
  const lines = [
    `GET ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    `Cookie: ${cookie}`,
    `X-Forwarded-For: ${client}`,
    '',
    '',
  ];
  socket.write(lines.join('\r\n'));
  const [first] = await once(socket, 'data');
  socket.pause();
  if (!String(first).startsWith('HTTP/1.1 200 ')) throw new Error(`a reader was answered: ${String(first)}`);
  return socket;
}

async function stallAll(url: URL, cookie: string): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let client = 0; client < READERS / READERS_OF_CLIENT; client += 1) {
    const each = Array.from({ length: READERS_OF_CLIENT }, () => stall(url, cookie, `198.18.9.${client + 1}`));
    sockets.push(...(await Promise.all(each)));
  }
  await pause(PAUSE_MS);
  return sockets;
}

async function timed(url: URL, cookie: string): Promise<number> {
  const start = performance.now();
  await download(url.href, { Cookie: cookie });
  return performance.now() - start;
}

/** Times the download at `url` by itself and beside hundreds of readers of the larger one at `largeUrl` who take nothing, in turn. */
export async function measureBesideStalled(
  pid: number,
  { url, largeUrl, cookie }: { readonly url: URL; readonly largeUrl: URL; readonly cookie: string },
  rounds: number,
): Promise<BesideStalled> {
  const [aloneMs, besideMs]: [number[], number[]] = [[], []];
  let memory = 0;
  await timed(url, cookie);
  for (let round = 0; round < rounds; round += 1) {
    aloneMs.push(await timed(url, cookie));
    let sockets: readonly Socket[] = [];
    const growth = await growthDuring(pid, async () => {
      sockets = await stallAll(largeUrl, cookie);
      besideMs.push(await timed(url, cookie));
    });
    memory = Math.max(memory, growth);
    const left = sockets.filter(({ destroyed }) => !destroyed).length;
    for (const socket of sockets) socket.destroy();
    if (left < READERS) throw new Error(`only ${left} of ${READERS} readers were still there`);
    await pause(PAUSE_MS);
  }
  return { readers: READERS, aloneMs, besideMs, memory };
}
