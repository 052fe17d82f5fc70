import { MAX_CANARY_HOURS } from '@cytocomm/contract';
import { type RepeatedJob, repeatedJob } from '../../platform/background/repeated-job.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { Canaries } from '../locks/canaries.ts';
import { createClientReports, fisherExact, type Share } from './client-reports.ts';
import type { ReleasesInUse, RunningCanary } from './releases-in-use.ts';

/** Interval of the watch, in ms. */
const INTERVAL_MS = 5000;
/** Fewer failing clients never end a canary. */
const MIN_FAILING = 3;
/** From this number of clients, nearly all failing needs no comparison. */
const MIN_NEARLY_ALL_FAILING = 20;
const NEARLY_ALL = 0.95;
/** Minimum clients of the live release for a comparison. */
const MIN_LIVE_CLIENTS = 3;
/** Share of failing clients that ends a canary without a comparison. */
const MIN_SHARE_ALONE = 0.5;
/** Significance level of the comparison. */
const SIGNIFICANCE = 0.05;
/** Rounding error of sums of logarithms: exactly 0.05 is not below it. */
const ROUNDING = 1e-9;
/** Maximum duration of a canary, and of the period before it that is compared. */
const MAX_CANARY_MS = MAX_CANARY_HOURS * 3600 * 1000;

/** Whether a release of the canary fails too often, compared with the live one. */
export function failsTooOften(canary: Share, live: Share): boolean {
  const { failing, clients } = canary;
  if (failing < MIN_FAILING) return false;
  if (clients >= MIN_NEARLY_ALL_FAILING && failing >= NEARLY_ALL * clients) return true;
  if (live.clients < MIN_LIVE_CLIENTS) return failing >= MIN_SHARE_ALONE * clients;
  return fisherExact(canary, live) < SIGNIFICANCE - ROUNDING;
}

type Change = RunningCanary['changes'][number];

function reasonOf({ remote, release }: Change, canary: Share, live: Share): string {
  return (
    `${remote} ${release} failed for ${canary.failing} of ${canary.clients} clients, ` +
    `the live release for ${live.failing} of ${live.clients}`
  );
}

/** Creates the job that ends a failing or expired canary, in one of several processes. */
export function createCanaryWatch(
  { database, log }: Core,
  releasesInUse: () => Promise<ReleasesInUse>,
  locks: Pick<Canaries, 'stopCanary'>,
): RepeatedJob {
  const clientReports = createClientReports(database.connection);

  /** Returns the share of the live release since the canary started, plus the day before if clients are too few. */
  async function liveShareOf(
    { startedAt, hasOtherShell }: RunningCanary,
    change: Change,
    since: Date,
    isPerson: true | undefined,
  ) {
    const { remote, live } = change;
    if (live === undefined) return { failing: 0, clients: 0 };
    const side = hasOtherShell ? 'live' : undefined;
    const meanwhile = await clientReports.shareOf({ remote, release: live, since, side, isPerson });
    if (meanwhile.clients >= MIN_LIVE_CLIENTS) return meanwhile;
    const dayBefore = new Date(startedAt.getTime() - MAX_CANARY_MS);
    const earlier = await clientReports.shareOf({
      remote,
      release: live,
      since: dayBefore,
      before: startedAt,
      isPerson,
    });
    return { failing: meanwhile.failing + earlier.failing, clients: meanwhile.clients + earlier.clients };
  }

  /** Returns why a canary should end; undefined if it should continue. */
  async function faultOf(running: RunningCanary): Promise<string | undefined> {
    const since = running.startedAt;
    if (database.now().getTime() - since.getTime() >= MAX_CANARY_MS) return `it ran for ${MAX_CANARY_HOURS} hours`;
    const side = running.hasOtherShell ? 'canary' : undefined;
    for (const change of running.changes)
      for (const isPerson of [true, undefined] as const) {
        const { remote, release } = change;
        const canary = await clientReports.shareOf({ remote, release, since, side, isPerson });
        // Anonymous reports can be invented, so they count only beside one of a signed-in person.
        if (isPerson && canary.failing === 0) break;
        if (canary.failing < MIN_FAILING) continue;
        const live = await liveShareOf(running, change, since, isPerson);
        if (failsTooOften(canary, live)) return reasonOf(change, canary, live);
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
          // Ended by another process or a person.
          if (!(error instanceof ApiError && error.code === 'no-canary')) throw error;
        }
      },
    },
    log,
  );
}
