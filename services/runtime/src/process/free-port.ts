import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to port 0: nobody is given one of these while it is not yet used. */
const FIRST = 20_000;
const LAST = 32_000;
const MAX_TRIES = 100;
/** Workers of Jest choose at the same time, each for processes that start later: each has ports of its own. */
const SHARES = 8;
const SHARE = Math.floor((LAST - FIRST) / SHARES);
const ownFirst = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % SHARES) * SHARE;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}

const given = new Set<number>();

/** Returns a port for a process that cannot tell which one it took: free at every address of this machine, and given once. */
export async function freePort(): Promise<number> {
  for (let turn = 0; turn < MAX_TRIES; turn += 1) {
    const port = ownFirst + Math.floor(Math.random() * SHARE);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
  throw new Error('There is no free port.');
}
