import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const PROGRAM = join(import.meta.dirname, 'release-faults-program.ts');
/** How long a check may take, in ms; a release has 200 MB at most. */
const CHECK_TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 256;

/** Returns what in a release's folder is not as its manifest says. Rejects when it cannot be read, or takes too long. */
export async function faultsOfFolder(dir: string): Promise<readonly string[]> {
  const thread = new Worker(PROGRAM, {
    workerData: dir,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    // Rejects with the thread's error.
    const [faults] = await once(thread, 'message', { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    return Array.isArray(faults) ? faults.map(String) : ['it cannot be checked'];
  } finally {
    await thread.terminate();
  }
}
