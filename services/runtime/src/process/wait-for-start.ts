import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Below the ports that systems assign by themselves, to outgoing connections and for port 0. */
const FIRST = 20_000;
const LAST = 32_000;
const MAX_TRIES = 100;
/** Jest workers choose at the same time for processes that start later: each has its own range. */
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

const assignedPorts = new Set<number>();

/** Returns a free port for a process that cannot choose one itself; each call returns another. */
export async function freePort(): Promise<number> {
  for (let turn = 0; turn < MAX_TRIES; turn += 1) {
    const port = ownFirst + Math.floor(Math.random() * SHARE);
    if (!assignedPorts.has(port) && (await isFree(port))) {
      assignedPorts.add(port);
      return port;
    }
  }
  throw new Error('There is no free port.');
}

/** How long a start may take before a line says what is waited for, in ms. */
const START_NOTICE_MS = 10_000;
/** How long a child process may take to start, in ms: a busy machine takes many times as long as an idle one. */
export const START_TIMEOUT_MS = 300_000;
/** How much of what a child printed an error quotes, in characters. */
const MAX_QUOTED = 4000;

/**
 * Waits until a child process has started, which is when `ready` resolves. After 10 s a line on stderr says what is waited
 * for. Rejects when the child ends, cannot be run or has not started within 5 min, with the end of what it `printed`; it has
 * ended then.
 */
export async function waitForStart<Started>(
  what: string,
  child: ChildProcess,
  ready: Promise<Started>,
  printed: () => string = () => '',
): Promise<Started> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const failed = Promise.withResolvers<never>();
  const fail = (why: string) => {
    const quoted = printed().trim().slice(-MAX_QUOTED);
    failed.reject(new Error(`Could not start ${what}: ${why}.${quoted === '' ? '' : ` It printed:\n${quoted}`}`));
  };
  const closed = Promise.withResolvers<void>();
  const close = () => {
    closed.resolve();
    fail(`it ended with ${child.signalCode ?? `code ${child.exitCode}`}`);
  };
  const refuse = ({ message }: Error) => fail(message);
  child.once('error', refuse).once('close', close);
  if (hasEnded()) close();
  const notice = setTimeout(() => {
    process.stderr.write(`Still waiting for ${what} to start; a busy machine takes longer.\n`);
  }, START_NOTICE_MS);
  const limit = setTimeout(() => {
    fail(`it was not ready after ${START_TIMEOUT_MS / 1000} s; start it again when the machine is less busy`);
  }, START_TIMEOUT_MS);
  try {
    const started = await Promise.race([ready, failed.promise]);
    return hasEnded() ? await failed.promise : started;
  } catch (error) {
    child.kill('SIGKILL');
    await closed.promise;
    throw error;
  } finally {
    clearTimeout(notice);
    clearTimeout(limit);
    child.off('error', refuse).off('close', close);
  }
}

/** Waits for the line of a child's output that says that it has started, which is the first that `read` returns something for. */
export function waitForLine<Said>(
  what: string,
  child: ChildProcess,
  read: (line: string) => Said | undefined,
): Promise<Said> {
  const found = Promise.withResolvers<Said>();
  let printed = '';
  const take = (line: string) => {
    printed = `${printed}${line}\n`.slice(-MAX_QUOTED);
    try {
      const value = read(line);
      if (value !== undefined) found.resolve(value);
    } catch (error) {
      found.reject(error);
    }
  };
  for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', take);
  return waitForStart(what, child, found.promise, () => printed);
}
