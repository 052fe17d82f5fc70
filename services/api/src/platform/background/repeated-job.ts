import { setImmediate as turn } from 'node:timers/promises';
import type { Traces } from '@cytocomm/runtime';
import type { Collection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { inNoRequest } from '../calls/request-id.ts';
import type { Database } from '../database/database.ts';
import { createWorkTrouble, isDuplicateKey } from '../database/trouble.ts';

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
    // A request may hurry a job; the run belongs to none.
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

/** Claims work by the one record of it: changes the record when it is due or missing. Returns false when it is not due. */
export async function claimDue<Row extends mongo.BSON.Document>(
  rows: Collection<Row>,
  due: mongo.Filter<Row>,
  claim: mongo.MatchKeysAndValues<Row>,
): Promise<boolean> {
  try {
    await rows.updateOne(due, { $set: claim }, { upsert: true });
    return true;
  } catch (error) {
    // There is one, and it is not due.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** How far the clocks of processes may be apart: a moment that is later still was written before the clock was set back. */
const CLOCKS_APART_MS = 60_000;

/** Returns the condition that a moment, if there is one, is at least so long ago. */
export const atLeastAgo = (now: Date, ms: number) => ({
  $not: { $gt: new Date(now.getTime() - ms), $lte: new Date(now.getTime() + CLOCKS_APART_MS) },
});

interface TurnRecord {
  /** The name of the job. */
  readonly _id: string;
  readonly takenAt: Date;
}

/** Takes the turn of a job that one of all processes runs. Returns false while another has taken it within an interval. */
export function takeJobTurn(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  job: string,
  intervalMs: number,
): Promise<boolean> {
  const takenAt = now();
  const due = { _id: job, takenAt: atLeastAgo(takenAt, intervalMs) };
  return claimDue(connection.collection<TurnRecord>('job_turns'), due, { takenAt });
}

/** How long a piece of work keeps other calls waiting, in ms. */
const STRETCH_MS = 10;

/** Returns a function that long work awaits at each step: when 10 ms have passed, other calls have their turn. */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await turn();
    since = performance.now();
  };
}

/** Awaits the work on each item: one that fails holds up no other. Throws the first failure at the end. */
export async function runEachSeparately<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
