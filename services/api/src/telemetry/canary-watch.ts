import { type RepeatedJob, repeatedJob } from '../background/repeated-job.ts';
import type { Core } from '../core.ts';
import { ApiError } from '../http/problem.ts';
import type { Canaries } from '../locks/canaries.ts';
import { fisherExact, type Share } from './fisher.ts';
import type { ReleasesInUse, RunningCanary } from './releases-in-use.ts';
import { createVoices } from './voices.ts';

/** How often a canary is looked at, in ms. */
const INTERVAL_MS = 5000;
/** Fewer failing clients never end a canary. */
const MIN_FAILING = 3;
/** From so many clients on, none of whom it worked for, nothing has to be compared. */
const MIN_ALL_FAILING = 20;
/** How improbable it must be that chance alone makes the canary fail more often than the live release. */
const SIGNIFICANCE = 0.05;
/** How far back reports are compared, in ms: a client's name changes with the day, so that it has two voices at most. */
const MAX_WINDOW_MS = 24 * 3600 * 1000;

/** Whether a canary's release fails too often, compared with the live one among the clients since it began. */
export function failsTooOften(canary: Share, live: Share): boolean {
  if (canary.failing < MIN_FAILING) return false;
  if (canary.clients >= MIN_ALL_FAILING && canary.failing === canary.clients) return true;
  return fisherExact(canary, live) < SIGNIFICANCE;
}

function reasonOf({ remote, release }: RunningCanary['changes'][number], canary: Share, live: Share): string {
  return (
    `${remote} ${release} failed for ${canary.failing} of ${canary.clients} clients, ` +
    `the live release for ${live.failing} of ${live.clients}`
  );
}

/** Returns the job that ends a canary whose releases fail. Of several processes one ends it. */
export function createCanaryWatch(
  { database, log }: Core,
  releasesInUse: () => Promise<ReleasesInUse>,
  locks: Pick<Canaries, 'stopCanary'>,
): RepeatedJob {
  const voices = createVoices(database.connection);

  /** Returns why a canary should end; undefined when it should go on. */
  async function faultOf({ startedAt, changes }: RunningCanary): Promise<string | undefined> {
    const since = new Date(Math.max(startedAt.getTime(), database.now().getTime() - MAX_WINDOW_MS));
    for (const change of changes) {
      const { remote, release, live } = change;
      const canary = await voices.shareOf(remote, release, since);
      if (canary.failing < MIN_FAILING) continue;
      const before = live === undefined ? { failing: 0, clients: 0 } : await voices.shareOf(remote, live, since);
      if (failsTooOften(canary, before)) return reasonOf(change, canary, before);
    }
    return undefined;
  }

  return repeatedJob(
    {
      name: 'canary watch',
      everyMs: INTERVAL_MS,
      run: async () => {
        const { canary } = await releasesInUse();
        const reason = canary && (await faultOf(canary));
        if (canary === undefined || reason === undefined) return;
        try {
          await locks.stopCanary({ actor: 'canary watch' }, reason, canary.lock);
          log.warn({ lock: canary.lock, reason }, 'a canary was ended');
        } catch (error) {
          // Another process or a person was quicker.
          if (!(error instanceof ApiError && error.code === 'no-canary')) throw error;
        }
      },
    },
    log,
  );
}
