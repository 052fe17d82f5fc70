import { type FailureReport, failurePhaseSchema, type TelemetryPhase } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { LockedReleases } from './releases-in-use.ts';

/** The number of parts of pages that failed in browsers. */
export interface FailureMetric {
  /** Counts a failure of a release that is in use. */
  count(remote: string, release: string, phase: TelemetryPhase): void;
  /** Counts failures of anything else: reports are untrusted, and labels must stay bounded. */
  countOther(failures?: number): void;
}

/** Creates the metric of a process. */
export function createFailureMetric(registry: Registry): FailureMetric {
  const failures = new Counter({
    name: 'remote_failures_total',
    help: 'Parts of pages that failed in a browser, as browsers report them; "other" is of no active or recent lock',
    labelNames: ['remote', 'release', 'phase'],
    registers: [registry],
  });
  return {
    count: (remote, release, phase) => failures.inc({ remote, release, phase }),
    countOther: (number = 1) => failures.inc({ remote: 'other', release: 'other', phase: 'other' }, number),
  };
}

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
