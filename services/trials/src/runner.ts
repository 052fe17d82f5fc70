import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { GateCheck } from '@cytocomm/contract';
import { createTroubleLog } from '@cytocomm/runtime';
import { TooBusyToTry } from '@cytocomm/trial-run';
import { copyRelease, openReleaseDatabase } from '@cytocomm/web';
import { MongoError } from 'mongodb';
import type { Logger } from 'pino';
import { checksOf, refusedCheck, skippedCheck } from './trial-checks.ts';
import { CannotTry, trialLocks } from './trial-locks.ts';
import { runTrialProcess } from './trial-process.ts';
import { openTrialQueue, type TakenRelease } from './trial-queue.ts';

/** How often a runner gives a sign of life, in ms. */
const BEAT_MS = 5000;
/** How often is looked for a release, in ms. */
const LOOK_MS = 1000;
/** How long until what failed is tried again, in ms. */
const RETRY_MS = 2000;
/** How long a trial may take, in ms. */
const MAX_TRIAL_MS = 600_000;
/** How often a release is taken before it is refused. */
const MAX_ATTEMPTS = 3;
/** How often is tried to write what was found: after this long another runner has the release. */
const MAX_WRITES = 300;

/** What a runner uses. */
export interface RunnerOptions {
  readonly mongoUri: string;
  /** The path of a Chromium. */
  readonly chromium: string;
  readonly isSandboxed: boolean;
  readonly log: Logger;
  /** How long a trial may take, in ms; 10 minutes by default. */
  readonly maxTrialMs?: number;
  /** Runs one trial; by default in a process of its own. */
  readonly runTrial?: typeof runTrialProcess;
}

/** A runner that takes releases one after the other and tries them. */
export interface TrialRunner {
  /** Returns what it tries to the queue, and ends. */
  stop(): Promise<void>;
}

/** Starts a runner. It goes on while the database is away. */
export function startTrialRunner({
  mongoUri,
  chromium,
  isSandboxed,
  log,
  maxTrialMs = MAX_TRIAL_MS,
  runTrial = runTrialProcess,
}: RunnerOptions): TrialRunner {
  const queue = openTrialQueue(mongoUri, randomUUID());
  const database = openReleaseDatabase(mongoUri);
  const stopping = new AbortController();
  const { signal } = stopping;
  /** As the database is away, or being restored. */
  const trouble = createTroubleLog(log, 'nothing can be tried now; the database is asked again');

  async function tried({ stored, attempt }: TakenRelease): Promise<GateCheck[] | undefined> {
    if (attempt > MAX_ATTEMPTS)
      return [
        refusedCheck(
          stored,
          `its trial run was broken off ${MAX_ATTEMPTS} times`,
          'try what it does to a browser and its machine, and publish it as another version',
        ),
      ];
    const { variants, remotes, needed, remark } = await trialLocks(queue, stored);
    const scratch = await mkdtemp(join(tmpdir(), 'cytocomm-trial-'));
    try {
      for (const release of needed) {
        signal.throwIfAborted();
        await copyRelease({ database, releasesDir: scratch }, release);
      }
      const plan = { remotes: [...remotes], releasesDir: scratch, variants: [...variants] };
      const end = await runTrial({ plan, chromium, isSandboxed }, maxTrialMs, signal);
      if ('tooBusy' in end) throw new TooBusyToTry(end.tooBusy);
      if (!('broken' in end)) return checksOf(stored, end, maxTrialMs, remark);
      log.warn(
        { remote: stored.remote, release: stored.release, attempt, why: end.broken },
        'a trial run was broken off',
      );
      return undefined;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  /** Writes, again while the database is away. */
  async function written<Result>(write: () => Promise<Result>): Promise<Result> {
    for (let writes = 1; ; writes += 1)
      try {
        const result = await write();
        trouble.works();
        return result;
      } catch (error) {
        trouble.failed(error);
        if (writes === MAX_WRITES) throw error;
        await pause(RETRY_MS, undefined, { signal });
      }
  }

  async function finish(taken: TakenRelease, found: readonly GateCheck[]): Promise<void> {
    const isWritten = await written(() => queue.finish(taken, found));
    const { remote, release } = taken.stored;
    const outcome = found.some((each) => each.outcome === 'refused') ? 'refused' : found[0]?.outcome;
    log.info({ remote, release, outcome, isWritten }, 'a trial run has ended');
  }

  async function tryOne(taken: TakenRelease): Promise<void> {
    const startedAt = performance.now();
    try {
      let found: readonly GateCheck[] | undefined;
      for (let attempt = taken.attempt; found === undefined; attempt += 1) found = await tried({ ...taken, attempt });
      await finish(taken, found);
    } catch (error) {
      if (signal.aborted) return queue.giveBack(taken);
      if (error instanceof CannotTry) return finish(taken, [skippedCheck(taken.stored, error.message)]);
      // A database that goes away and a machine that is busy are no fault of the release. Of anything else whoever takes it next counts the attempt.
      if (error instanceof MongoError || error instanceof TooBusyToTry) await written(() => queue.giveBack(taken));
      throw error;
    } finally {
      log.debug({ ms: Math.round(performance.now() - startedAt) }, 'a release was looked at');
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      let rest = LOOK_MS;
      try {
        const taken = await queue.take();
        trouble.works();
        if (taken) {
          await tryOne(taken);
          rest = 0;
        }
      } catch (error) {
        trouble.failed(error);
        rest = RETRY_MS;
      }
      if (rest > 0) await pause(rest, undefined, { signal }).catch(() => undefined);
    }
  }

  const beat = () => queue.beat().then(trouble.works, trouble.failed);
  const beating = setInterval(beat, BEAT_MS);
  // Before the first release is taken: one is taken from whoever is not connected.
  const running = beat().then(run);

  return {
    async stop() {
      stopping.abort();
      clearInterval(beating);
      await running;
      await queue.leave().catch(() => undefined);
      await queue.close();
      await database.close();
    },
  };
}
