import type { Registry } from 'prom-client';
import { backendRoutes, createBackendTokens } from '../delivery/backends/router.ts';
import { localRemoteRoutes } from '../delivery/local-remotes/router.ts';
import { createReleaseSource } from '../delivery/locks/composition.ts';
import { lockRoutes } from '../delivery/locks/router.ts';
import { createLocks, type Locks } from '../delivery/locks/service.ts';
import { createClaimsTable } from '../delivery/releases/claims.ts';
import { releaseNotifications } from '../delivery/releases/notifications.ts';
import { releaseRoutes } from '../delivery/releases/router.ts';
import { createReleases, type Releases } from '../delivery/releases/service.ts';
import { createSourceMaps } from '../delivery/releases/source-maps.ts';
import { createTeamTokens, type TeamTokens } from '../delivery/releases/team-tokens.ts';
import { createTrials } from '../delivery/releases/trials.ts';
import { createReleaseUpkeep, releaseUpkeep } from '../delivery/releases/upkeep.ts';
import { createCanaryWatch } from '../delivery/telemetry/canary-watch.ts';
import { createCauses, failureNotifications } from '../delivery/telemetry/causes.ts';
import { createLockedReleases, createReleasesInUse } from '../delivery/telemetry/releases-in-use.ts';
import { telemetryRoutes } from '../delivery/telemetry/router.ts';
import { createFailureMetric, createReports, createTelemetry } from '../delivery/telemetry/service.ts';
import type { RepeatedJob } from '../platform/background/repeated-job.ts';
import type { Core } from '../platform/core.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { NotificationSource } from '../platform/notifications/source.ts';

/** Releases, locks and what browsers report of them, which need one another. */
export interface ReleaseDomains {
  readonly teamTokens: TeamTokens;
  readonly releases: Releases;
  readonly locks: Locks;
  readonly tables: readonly RouteTable[];
  readonly jobs: readonly RepeatedJob[];
  /** The notifications of releases and their failures. */
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
    notifications: [releaseNotifications(core, teamTokens), failureNotifications(createCauses(core), lockedReleases)],
    jobs: [
      createCanaryWatch(core, releasesInUse, locks),
      releaseUpkeep(createReleaseUpkeep(core, log), log),
      createTrials(core).upkeep,
    ],
  };
}
