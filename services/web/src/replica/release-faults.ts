import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createGate } from '../files/gate.ts';

const PROGRAM = join(import.meta.dirname, 'release-faults-program.ts');
/** How long a check may take, in ms; a release has 200 MB at most. */
const CHECK_TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 256;
/** How long the thread waits for the next release, in ms: a lock brings several, and a thread takes longer to start than to check one. */
const IDLE_MS = 5000;

const oneAtATime = createGate(1);
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

function startThread(): Worker {
  const started = new Worker(PROGRAM, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // Whoever waits for it hears of its error, too; while nobody does, the next one starts another.
  started.on('error', () => undefined);
  started.on('exit', () => void end(started));
  return started;
}

async function end(ended: Worker): Promise<void> {
  if (thread === ended) thread = undefined;
  await ended.terminate();
}

/** Lets a thread that nobody uses end after a while. */
function rest(waiting: Worker): void {
  clearTimeout(idle);
  idle = setTimeout(() => void end(waiting), IDLE_MS).unref();
  waiting.unref();
}

/** Starts the thread for a release that is on its way, so that its check need not wait for the start. */
export function prepareCheck(): void {
  if (thread !== undefined) return;
  thread = startThread();
  rest(thread);
}

async function check(dir: string): Promise<readonly string[]> {
  clearTimeout(idle);
  thread ??= startThread();
  const used = thread;
  used.ref();
  try {
    // Rejects with the thread's error.
    const answer = once(used, 'message', { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    used.postMessage(dir);
    const [faults] = await answer;
    rest(used);
    return Array.isArray(faults) ? faults.map(String) : ['it cannot be checked'];
  } catch (error) {
    await end(used);
    throw error;
  }
}

/** Returns what in a release's folder is not as its manifest says. Rejects when it cannot be read, or takes too long. */
export function faultsOfFolder(dir: string): Promise<readonly string[]> {
  return oneAtATime(() => check(dir));
}
