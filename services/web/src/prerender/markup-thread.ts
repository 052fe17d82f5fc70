import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PageNotMade } from '@cytocomm/releases/prerender';

const PROGRAM = join(import.meta.dirname, 'markup-check.ts');
/** How long a check may take, in ms; some 10 are usual, and the first waits for the thread. */
const CHECK_TIMEOUT_MS = 2000;
const MAX_HEAP_MB = 64;

/** Checks untrusted markup in a thread: it can be made to take very long. */
export interface MarkupThread {
  /** Rejects with PageNotMade for invalid markup, or a timeout. */
  check(markup: string): Promise<void>;
  end(): void;
}

/** Creates a checker. The first check starts the thread; a stopped one is replaced. */
export function createMarkupThread(): MarkupThread {
  let thread: Worker | undefined;
  let waiting: PromiseWithResolvers<string | null> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function stop(why: string): void {
    waiting?.reject(new PageNotMade(why));
    void thread?.terminate();
    thread = undefined;
  }

  function start(): Worker {
    const worker = new Worker(PROGRAM, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.on('message', (fault: string | null) => worker === thread && waiting?.resolve(fault));
    worker.on('error', ({ message }) => worker === thread && stop(`its markup cannot be read: ${message}`));
    worker.unref();
    return worker;
  }

  async function checkNow(markup: string): Promise<void> {
    thread ??= start();
    const answer = Promise.withResolvers<string | null>();
    waiting = answer;
    const late = setTimeout(() => stop('its markup takes too long to read'), CHECK_TIMEOUT_MS);
    thread.postMessage(markup);
    try {
      const fault = await answer.promise;
      if (fault !== null) throw new PageNotMade(`its markup is refused: ${fault}`);
    } finally {
      clearTimeout(late);
    }
  }

  return {
    // One at a time: no page's markup can stop the check of another's.
    check(markup) {
      const check = last.then(() => checkNow(markup));
      last = check.catch(() => undefined);
      return check;
    },
    end: () => stop('the checks end'),
  };
}
