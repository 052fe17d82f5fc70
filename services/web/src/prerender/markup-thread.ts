import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PageNotMade } from './page-process.ts';

const PROGRAM = join(import.meta.dirname, 'markup-check.ts');
/** How long looking at one page's markup may take, in ms; some 10 are usual, and the first waits for the thread. */
const CHECK_MS = 2000;
const MAX_HEAP_MB = 64;

/** Looks at markup that nobody vouches for, in a thread of its own: it can be made so that reading it takes very long. */
export interface MarkupThread {
  /** Rejects with PageNotMade when the markup cannot stand in a page, or is not read in time. */
  check(markup: string): Promise<void>;
  end(): void;
}

/** A checker whose thread is started by the first check, and replaced when it had to be stopped. */
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
    const late = setTimeout(() => stop('its markup takes too long to read'), CHECK_MS);
    thread.postMessage(markup);
    try {
      const fault = await answer.promise;
      if (fault !== null) throw new PageNotMade(`its markup is refused: ${fault}`);
    } finally {
      clearTimeout(late);
    }
  }

  return {
    // One after the other, so that one page's markup can stop the thread under no other's.
    check(markup) {
      const check = last.then(() => checkNow(markup));
      last = check.catch(() => undefined);
      return check;
    },
    end: () => stop('the checks end'),
  };
}
