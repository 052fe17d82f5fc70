import { type FailureReport, failurePhaseSchema } from '@cytocomm/contract';
import type { Logger } from 'pino';
import type { FailureMetric } from './failure-metric.ts';
import type { LockedReleases } from './locked-releases.ts';

/** Records the failures that browsers report one by one. */
export interface Telemetry {
  /** Logs and counts a failed part of a page. */
  failed(report: FailureReport): Promise<void>;
}

/** Creates the telemetry of a process. */
export function createTelemetry(log: Logger, metric: FailureMetric, releases: LockedReleases): Telemetry {
  return {
    failed: async ({ remote, release, component, phase, lock, reason }) => {
      log.warn({ remote, release, component, phase, lock, reason }, 'a part of a page failed in a browser');
      const known = failurePhaseSchema.safeParse(phase);
      if (known.success && (await releases.names(remote, release))) metric.count(remote, release, known.data);
      else metric.countOther();
    },
  };
}
