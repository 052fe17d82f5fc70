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
import type { TrialEnd } from './messages.ts';
import { CannotTry, trialLocks } from './trial-locks.ts';
import { runTrialProcess, type TrialBreak } from './trial-process.ts';
import { openTrialQueue, type TakenRelease } from './trial-queue.ts';

/** The part of a release that a check names. */
interface Named {
  readonly remote: string;
  readonly release: string;
}

const MB = 1024 * 1024;
const MAX_TEXT_LENGTH = 1000;

const check = (outcome: GateCheck['outcome'], message: string): GateCheck => ({
  rule: 'trial-run',
  outcome,
  message: message.slice(0, MAX_TEXT_LENGTH),
});

/** Returns the check of a release that was not tried. */
function skippedCheck({ remote, release }: Named, why: string): GateCheck {
  return check('skipped', `${remote} ${release}: the pages were not tried, because ${why}.`);
}

/** Returns the check of a release whose trial cannot be brought to an end. */
function refusedCheck({ remote, release }: Named, words: string, mend: string): GateCheck {
  return check('refused', `${remote} ${release}: ${words}. To mend it, ${mend}.`);
}

/** Returns the checks of what a trial found; `broken` ones and those of a busy machine have none, they are tried again. */
function checksOf(
  named: Named,
  end: Exclude<TrialEnd | TrialBreak, { broken: string } | { tooBusy: string }>,
  withinMs: number,
  remark: string,
): GateCheck[] {
  const { remote, release } = named;
  if ('late' in end)
    return [
      refusedCheck(named, `the trial run did not end within ${withinMs / 1000} s`, 'look for what loops for ever'),
    ];
  if ('tooLarge' in end)
    return [
      refusedCheck(
        named,
        `its page took ${Math.round(end.tooLarge / MB)} MB of memory`,
        'look for what is kept and never given back',
      ),
    ];
  if ('noBrowser' in end) return [skippedCheck(named, `no browser could be started here (${end.noBrowser})`)];
  if (end.faults.length > 0)
    return end.faults.map(({ words, mend, place }) => ({
      ...refusedCheck(named, words, mend),
      place: place.slice(0, MAX_TEXT_LENGTH),
    }));
  const looks = end.visits === 1 ? 'one page' : `${end.visits} pages`;
  return [
    check('passed', `${remote} ${release}: ${looks} started in a browser without an error.${remark && ` ${remark}`}`),
  ];
}

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

  async function finish(job: TakenRelease, found: readonly GateCheck[]): Promise<void> {
    const isWritten = await written(() => queue.finish(job, found));
    const { remote, release } = job.stored;
    const outcome = found.some((each) => each.outcome === 'refused') ? 'refused' : found[0]?.outcome;
    log.info({ remote, release, outcome, isWritten }, 'a trial run has ended');
  }

  async function tryOne(job: TakenRelease): Promise<void> {
    const startedAt = performance.now();
    try {
      let found: readonly GateCheck[] | undefined;
      for (let attempt = job.attempt; found === undefined; attempt += 1) found = await tried({ ...job, attempt });
      await finish(job, found);
    } catch (error) {
      if (signal.aborted) return queue.giveBack(job);
      if (error instanceof CannotTry) return finish(job, [skippedCheck(job.stored, error.message)]);
      // A lost database or a busy machine is not the fault of the release. Any other failure counts as an attempt at the next take.
      if (error instanceof MongoError || error instanceof TooBusyToTry) await written(() => queue.giveBack(job));
      throw error;
    } finally {
      log.debug({ ms: Math.round(performance.now() - startedAt) }, 'a release was looked at');
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      let rest = LOOK_MS;
      try {
        const job = await queue.take();
        trouble.works();
        if (job) {
          await tryOne(job);
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
  // Before the first take: a release of a runner that is not connected is taken over.
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
