import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GateCheck, GateReport, GateRule, Release } from '@cytocomm/contract';
import { type ClaimsRow, claimFaults } from '@cytocomm/releases';
import { ApiError } from '../../platform/calls/problem.ts';
import type { CheckAnswer, CheckTask, HashedFile } from './look-at-release.ts';
import { invalidRelease } from './unpack.ts';

/** How long a release may be looked at, in ms. */
const CHECK_TIMEOUT_MS = 30_000;
/** The heap of a thread. */
const MAX_HEAP_MB = 512;
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

/** How many checks of one rule are kept. */
const MAX_CHECKS_OF_RULE = 50;
const MAX_TEXT_LENGTH = 1000;
/** When to try again without an answer, in seconds. */
const RETRY_AFTER_S = 30;

/** A release that is what its manifest says. */
export interface VerifiedRelease {
  readonly manifest: Release;
  readonly files: readonly HashedFile[];
}

function bounded(checks: readonly GateCheck[]): GateCheck[] {
  const counts = new Map<GateRule, number>();
  return checks.flatMap(({ rule, outcome, message, place }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count > MAX_CHECKS_OF_RULE) return [];
    const check = { rule, outcome, message: message.slice(0, MAX_TEXT_LENGTH) };
    return [place === undefined ? check : { ...check, place: place.slice(0, MAX_TEXT_LENGTH) }];
  });
}

/** What comes of the trial run when a release is judged: it is to be made, or why it is not. */
export type TrialPlans = 'to be made' | { readonly skipped: string };

function reportOf({ name, release }: Release, checks: readonly GateCheck[], plans: TrialPlans): GateReport {
  const kept = bounded(checks);
  const isRefused = kept.some(({ outcome }) => outcome === 'refused');
  if (plans === 'to be made' && !isRefused) return { outcome: 'running', checks: kept };
  const why = plans === 'to be made' ? 'other rules refused it' : plans.skipped;
  const message = `${name} ${release}: the pages were not tried, because ${why}.`;
  const all: GateCheck[] = [...kept, { rule: 'trial-run', outcome: 'skipped', message }];
  return { outcome: isRefused ? 'refused' : 'passed', checks: all };
}

/** Returns 503: a thread that gave no answer says nothing about the release. */
function noAnswer(): ApiError {
  const detail = `The release could not be looked at within ${CHECK_TIMEOUT_MS / 1000} s and ${MAX_HEAP_MB} MB. Nothing was stored. Try again soon; if that does not help, make it smaller.`;
  return new ApiError(503, 'busy', detail, { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}

/** Verifies every file of a folder; `remote` is the one that it has to be of. Throws 422 with what is wrong, and 503. */
export async function verifyRelease(
  threads: Pick<CheckThreads, 'run'>,
  dir: string,
  remote: string | undefined,
): Promise<VerifiedRelease> {
  const answer = await threads.run({ kind: 'verify', dir, remote });
  if (answer?.kind === 'verified') return answer;
  throw answer?.kind === 'faults' ? invalidRelease(answer.faults) : noAnswer();
}

/**
 * Returns what the gate finds in a verified release; `known` is what its static rules found when it was built here. Its
 * outcome is `running` when the trial run is to be made. Throws 503.
 */
export async function judgeRelease(
  threads: CheckThreads,
  dir: string,
  manifest: Release,
  row: ClaimsRow,
  plans: TrialPlans,
  known?: readonly GateCheck[],
): Promise<GateReport> {
  const claimed = claimFaults(manifest, row);
  if (known !== undefined) return reportOf(manifest, [...known, ...claimed], plans);
  const answer = await threads.run({ kind: 'judge', dir, manifest });
  if (answer?.kind === 'checks') return reportOf(manifest, [...answer.checks, ...claimed], plans);
  throw noAnswer();
}
