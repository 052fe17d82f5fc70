import type { Registry } from 'prom-client';
import { backendRoutes } from './backends/router.ts';
import { createBackendTokens } from './backends/tokens.ts';
import type { RepeatedJob } from './background/repeated-job.ts';
import type { Core } from './core.ts';
import type { RouteTable } from './http/route.ts';
import { localRemoteRoutes } from './local-remotes/router.ts';
import { createReleaseSource } from './locks/release-source.ts';
import { lockRoutes } from './locks/router.ts';
import { createLocks, type Locks } from './locks/service.ts';
import type { NotificationSource } from './notifications/source.ts';
import { createClaimsTable } from './releases/claims.ts';
import { releaseNotifications } from './releases/notifications.ts';
import { releaseRoutes } from './releases/router.ts';
import { createReleases, type Releases } from './releases/service.ts';
import { createSourceMaps } from './releases/source-maps.ts';
import { createTeamTokens, type TeamTokens } from './releases/team-tokens.ts';
import { createTrials } from './releases/trials.ts';
import { createReleaseUpkeep, releaseUpkeep } from './releases/upkeep.ts';
import { createCanaryWatch } from './telemetry/canary-watch.ts';
import { createCauses } from './telemetry/causes.ts';
import { createFailureMetric } from './telemetry/failure-metric.ts';
import { createLockedReleases } from './telemetry/locked-releases.ts';
import { failureNotifications } from './telemetry/notifications.ts';
import { createReleasesInUse } from './telemetry/releases-in-use.ts';
import { createReports } from './telemetry/reports.ts';
import { telemetryRoutes } from './telemetry/router.ts';
import { createTelemetry } from './telemetry/service.ts';

/** Releases, locks and what browsers report of them, which need one another. */
export interface ReleaseDomains {
  readonly teamTokens: TeamTokens;
  readonly releases: Releases;
  readonly locks: Locks;
  readonly tables: readonly RouteTable[];
  readonly jobs: readonly RepeatedJob[];
  /** What is told of releases and their failures. */
  readonly notifications: readonly NotificationSource[];
}

/** Creates the domains of the release service; `registry` takes their metrics. */
export function createReleaseDomains(core: Core, registry: Registry): ReleaseDomains {
  const { database, log } = core;
  const teamTokens = createTeamTokens(core);
  const claims = createClaimsTable(core);
  const releases = createReleases(core, claims);
  const locks = createLocks(core, createReleaseSource(releases.find, claims));
  const metric = createFailureMetric(registry);
  const releasesInUse = createReleasesInUse(database.connection);
  const lockedReleases = createLockedReleases(releasesInUse, log);
  return {
    teamTokens,
    releases,
    locks,
    tables: [
      lockRoutes(core, locks),
      releaseRoutes(core, { teamTokens, claims, releases, releasesBefore: locks.releasesBefore }),
      backendRoutes(createBackendTokens(core, claims.backendsOf)),
      localRemoteRoutes(core, releases.find, claims.claimsOf),
      telemetryRoutes(
        core,
        createTelemetry(log, metric, lockedReleases),
        createReports(core, { releasesInUse, metric, maps: createSourceMaps(database.connection) }),
      ),
    ],
    notifications: [
      releaseNotifications(core, teamTokens),
      failureNotifications(createCauses(database.connection), lockedReleases),
    ],
    jobs: [
      createCanaryWatch(core, releasesInUse, locks),
      releaseUpkeep(createReleaseUpkeep(database, log), log),
      createTrials(core).upkeep,
    ],
  };
}
