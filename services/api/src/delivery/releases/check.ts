import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GateCheck, GateReport, GateRule, Release } from '@cytocomm/contract';
import { type ClaimsRow, claimFaults } from '@cytocomm/releases';
import { ApiError } from '../../platform/calls/problem.ts';
import type { CheckAnswer, CheckTask, HashedFile } from './inspect-release.ts';
import { invalidRelease } from './unpack.ts';

/** Timeout of a check, in ms. */
const CHECK_TIMEOUT_MS = 30_000;
/** Heap of a thread, in MB. */
const MAX_HEAP_MB = 512;
/** Concurrent threads; further tasks wait. */
const MAX_THREADS = 2;
/** Idle time after which a thread ends, in ms. */
const IDLE_MS = 60_000;

interface IdleThread {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
  readonly leave: () => void;
}

/** Threads that check releases. */
export interface CheckThreads {
  /** Returns the answer to a task; undefined if it took too much time or memory, which ends its thread. */
  run(task: CheckTask): Promise<CheckAnswer | undefined>;
  /** Ends idle threads. */
  end(): Promise<void>;
}

function startThread(maxHeapMb: number): Worker {
  return new Worker(join(import.meta.dirname, 'check-worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // Without settings, which hold secrets, and without options of the process.
    env: {},
    execArgv: [],
  });
}

/** Returns the answer of a thread; undefined if it ends first or after `timeoutMs`. */
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

/** Creates the threads of a process; they start on demand and end when idle. */
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
    // An idle thread does not keep the process alive.
    worker.unref();
    const timer = setTimeout(() => {
      // Removed first: ending takes a while, and it must get no further task.
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
        // The next task takes over the slot.
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

/** Findings kept per rule. */
const MAX_CHECKS_PER_RULE = 50;
const MAX_TEXT_LENGTH = 1000;
/** Retry-After without an answer, in seconds. */
const RETRY_AFTER_S = 30;

/** A release that matches its manifest. */
export interface VerifiedRelease {
  readonly manifest: Release;
  readonly files: readonly HashedFile[];
}

function bounded(checks: readonly GateCheck[]): GateCheck[] {
  const counts = new Map<GateRule, number>();
  return checks.flatMap(({ rule, outcome, message, place }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count > MAX_CHECKS_PER_RULE) return [];
    const check = { rule, outcome, message: message.slice(0, MAX_TEXT_LENGTH) };
    return [place === undefined ? check : { ...check, place: place.slice(0, MAX_TEXT_LENGTH) }];
  });
}

/** Whether a trial run is to be made, or why not. */
export type TrialPlans = 'to be made' | { readonly skipped: string };

function reportOf({ name, release }: Release, checks: readonly GateCheck[], plans: TrialPlans): GateReport {
  const findings = bounded(checks);
  const isRefused = findings.some(({ outcome }) => outcome === 'refused');
  if (plans === 'to be made' && !isRefused) return { outcome: 'running', checks: findings };
  const why = plans === 'to be made' ? 'other rules refused it' : plans.skipped;
  const message = `${name} ${release}: the pages were not tried, because ${why}.`;
  const all: GateCheck[] = [...findings, { rule: 'trial-run', outcome: 'skipped', message }];
  return { outcome: isRefused ? 'refused' : 'passed', checks: all };
}

/** Returns the 503 of a check without an answer. */
function noAnswer(): ApiError {
  const detail = `The release could not be checked within ${CHECK_TIMEOUT_MS / 1000} s and ${MAX_HEAP_MB} MB. Nothing was stored. Try again soon; if that does not help, make it smaller.`;
  return new ApiError(503, 'busy', detail, { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}

/** Verifies all files of a release, which must be of `remote` if given. Throws 422 with the faults, and 503. */
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
 * Returns the gate report of a verified release, with the outcome `running` if a trial run follows. `builtChecks` are findings of
 * the static rules from a build on this machine. Throws 503.
 */
export async function judgeRelease(
  threads: CheckThreads,
  dir: string,
  manifest: Release,
  row: ClaimsRow,
  plans: TrialPlans,
  builtChecks?: readonly GateCheck[],
): Promise<GateReport> {
  const claimed = claimFaults(manifest, row);
  if (builtChecks !== undefined) return reportOf(manifest, [...builtChecks, ...claimed], plans);
  const answer = await threads.run({ kind: 'judge', dir, manifest });
  if (answer?.kind === 'checks') return reportOf(manifest, [...answer.checks, ...claimed], plans);
  throw noAnswer();
}
