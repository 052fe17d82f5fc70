import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CheckAnswer, CheckTask } from './look-at-release.ts';

/** How long a release may be looked at, in ms. */
export const CHECK_TIMEOUT_MS = 30_000;
/** The heap of a thread. */
export const MAX_HEAP_MB = 512;
/** How many threads run at once; further tasks wait. */
const MAX_THREADS = 2;
/** How long a thread waits for another task before it ends, in ms. */
const IDLE_MS = 60_000;

interface IdleThread {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
  readonly leave: () => void;
}

/** The threads in which releases are looked at. */
export interface CheckThreads {
  /** Returns the answer to a task; undefined when it took too much time or memory, which ends its thread. */
  run(task: CheckTask): Promise<CheckAnswer | undefined>;
  /** Ends the threads that wait. */
  end(): Promise<void>;
}

function startThread(maxHeapMb: number): Worker {
  return new Worker(join(import.meta.dirname, 'check-worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // None of the settings, which hold secrets, and none of the options of the process.
    env: {},
    execArgv: [],
  });
}

/** Returns the answer of a thread; undefined when it ends before, or after `timeoutMs`. */
function ask(worker: Worker, task: CheckTask, timeoutMs: number): Promise<CheckAnswer | undefined> {
  const { promise, resolve } = Promise.withResolvers<CheckAnswer | undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  const fail = () => resolve(undefined);
  worker.once('message', resolve).once('exit', fail).once('error', fail);
  worker.ref();
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', resolve).off('exit', fail).off('error', fail);
  });
}

/** Creates the threads of a process; they start when they are needed and stay for a while. */
export function createCheckThreads(timeoutMs = CHECK_TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB): CheckThreads {
  const idle: IdleThread[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  function take(): Worker {
    const thread = idle.pop();
    if (thread === undefined) return startThread(maxHeapMb);
    clearTimeout(thread.timer);
    thread.worker.off('exit', thread.leave).off('error', thread.leave);
    return thread.worker;
  }

  function giveBack(worker: Worker): void {
    // A thread that waits keeps no process alive.
    worker.unref();
    const timer = setTimeout(() => {
      // Before it ends, which takes a while: nobody may get it any more.
      leave();
      void worker.terminate();
    }, IDLE_MS);
    timer.unref();
    const leave = () => {
      clearTimeout(timer);
      const place = idle.indexOf(thread);
      if (place >= 0) idle.splice(place, 1);
    };
    const thread: IdleThread = { worker, timer, leave };
    idle.push(thread);
    worker.once('exit', leave).once('error', leave);
  }

  return {
    run: async (task) => {
      if (running >= MAX_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        const worker = take();
        const answer = await ask(worker, task, timeoutMs);
        if (answer !== undefined) giveBack(worker);
        else {
          worker.on('error', () => undefined);
          await worker.terminate();
        }
        return answer;
      } finally {
        // The next one has the place of this.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    end: async () => {
      await Promise.all(
        [...idle].map(({ worker, leave }) => {
          leave();
          return worker.terminate();
        }),
      );
    },
  };
}
