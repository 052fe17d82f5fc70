import type { Traces } from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { inNoRequest } from '../calls/request-id.ts';
import { createWorkTrouble } from '../database/work-trouble.ts';

/** How the runs of a job in this process ended. */
interface JobRuns {
  /** When the job was started; undefined before. */
  readonly startedAt: Date | undefined;
  /** When the last run that succeeded ended; undefined before the first. */
  readonly succeededAt: Date | undefined;
  readonly failures: number;
}

/** Work that a process repeats. */
export interface RepeatedJob {
  readonly name: string;
  /** How long it pauses between two runs, at most. */
  readonly everyMs: number;
  runs(): JobRuns;
  /** Begins; each run is a trace. */
  start(traces?: Pick<Traces, 'run'>): void;
  /** Runs now, or right after the current run. */
  hurry(): void;
  /** Stops after the current run. */
  stop(): Promise<void>;
}

/** The work and its interval. */
export interface JobSpec {
  readonly name: string;
  readonly everyMs: number;
  /** May return when to run again if sooner, in ms. */
  readonly run: () => Promise<number | undefined> | Promise<void>;
}

/** Creates a job that runs once at a time per process. The first failure of several is logged, and the next run comes in its time. */
export function repeatedJob({ name, everyMs, run }: JobSpec, log: Logger): RepeatedJob {
  const trouble = createWorkTrouble(log.child({ job: name }), 'a job failed; it is tried again');
  let running = false;
  let isHurried = false;
  let timer: NodeJS.Timeout | undefined;
  let runTraced: (work: () => Promise<number | undefined>) => Promise<number | undefined> = (work) => work();
  let turn: Promise<void> = Promise.resolve();
  let runs: JobRuns = { startedAt: undefined, succeededAt: undefined, failures: 0 };

  async function once(): Promise<void> {
    if (!running) return;
    isHurried = false;
    let next: number | undefined;
    try {
      next = await runTraced(async () => (await run()) ?? undefined);
      runs = { ...runs, succeededAt: new Date() };
      trouble.works();
    } catch (error) {
      runs = { ...runs, failures: runs.failures + 1 };
      trouble.failed(error);
    }
    schedule(isHurried ? 0 : Math.min(Math.max(0, next ?? everyMs), everyMs));
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!running) return;
    // What hurries a job may be a request; the run is nobody's.
    timer = inNoRequest(() =>
      setTimeout(() => {
        turn = turn.then(once);
      }, delayMs),
    );
    timer.unref();
  }

  return {
    name,
    everyMs,
    runs: () => runs,
    start: (traces) => {
      if (traces !== undefined) runTraced = (work) => traces.run(`job ${name}`, { 'portal.job': name }, work);
      running = true;
      runs = { ...runs, startedAt: new Date() };
      schedule(0);
    },
    hurry: () => {
      isHurried = true;
      schedule(0);
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await turn;
    },
  };
}
