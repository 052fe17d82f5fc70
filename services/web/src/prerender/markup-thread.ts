import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PageNotMade } from '@cytocomm/releases/prerender';
import { TooBusy } from './render-queue.ts';

const PROGRAM = join(import.meta.dirname, 'markup-check.ts');
/** The processor time of a check, in ms, at most; some 10 are usual. */
const MAX_WORK_MS = 2000;
const WORK_CHECK_INTERVAL_MS = 50;
const MAX_HEAP_MB = 64;
const TOO_LONG = 'its markup takes too long to read';

/** Checks untrusted markup in a thread: it can be made to take very long. */
export interface MarkupThread {
  /** Rejects with PageNotMade for markup that is invalid or takes too much work, with TooBusy when the machine had no time for it. */
  check(markup: string): Promise<void>;
  end(): void;
}

/** A thread, and when it can check. */
interface Checker {
  readonly worker: Worker;
  readonly ready: PromiseWithResolvers<void>;
}

/**
 * Creates a checker. The first check starts the thread; a stopped one is replaced. `patienceMs` is how long a check waits, for the
 * start of the thread as well.
 */
export function createMarkupThread(patienceMs: number, program = PROGRAM): MarkupThread {
  let checker: Checker | undefined;
  let waiting: PromiseWithResolvers<string | null> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function stop(why: Error): void {
    waiting?.reject(why);
    void checker?.worker.terminate();
    checker = undefined;
  }

  function start(): Checker {
    const ready = Promise.withResolvers<void>();
    const worker = new Worker(program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    let hasStarted = false;
    // One listener for all: Node would keep the process alive for one that is added after `unref`.
    worker.on('message', (fault: string | null) => {
      // The first message says that it has started.
      if (!hasStarted) ready.resolve();
      else if (worker === checker?.worker) waiting?.resolve(fault);
      hasStarted = true;
    });
    worker.on(
      'error',
      ({ message }) => worker === checker?.worker && stop(new PageNotMade(`its markup cannot be read: ${message}`)),
    );
    worker.unref();
    return { worker, ready };
  }

  /** Stops the thread when it has worked for too long: what a busy machine gives to others does not count. */
  async function watchWork(worker: Worker, isOver: () => boolean, hasAnswered: () => void): Promise<void> {
    const { user, system } = await worker.cpuUsage();
    const look = async () => {
      const used = await worker.cpuUsage();
      hasAnswered();
      if (isOver()) return;
      if ((used.user + used.system - user - system) / 1000 > MAX_WORK_MS) stop(new PageNotMade(TOO_LONG));
      else setTimeout(() => look().catch(() => undefined), WORK_CHECK_INTERVAL_MS).unref();
    };
    await look();
  }

  async function checkNow(markup: string): Promise<void> {
    checker ??= start();
    const { worker, ready } = checker;
    const answer = Promise.withResolvers<string | null>();
    waiting = answer;
    let answeredAt = Number.POSITIVE_INFINITY;
    let isOver = false;
    const late = setTimeout(() => {
      const isStarting = answeredAt === Number.POSITIVE_INFINITY;
      const why = new TooBusy(`its markup was not read within ${patienceMs} ms`);
      // A thread that still starts is there for the next page. One that does not even tell its time is not kept by others.
      if (isStarting) answer.reject(why);
      else stop(performance.now() - answeredAt > patienceMs / 2 ? new PageNotMade(TOO_LONG) : why);
    }, patienceMs);
    try {
      await Promise.race([ready.promise, answer.promise]);
      const hasAnswered = () => {
        answeredAt = performance.now();
      };
      hasAnswered();
      worker.postMessage(markup);
      watchWork(worker, () => isOver, hasAnswered).catch(() => undefined);
      const fault = await answer.promise;
      if (fault !== null) throw new PageNotMade(`its markup is refused: ${fault}`);
    } finally {
      isOver = true;
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
    end: () => stop(new PageNotMade('the checks end')),
  };
}
