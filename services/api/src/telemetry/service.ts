import type { FailureReport } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { LockedReleases } from './locked-releases.ts';

/** Takes what browsers report. */
export interface Telemetry {
  /** A part of a page failed in a browser: one line in the log, one more in the metric. */
  failed(report: FailureReport): Promise<void>;
}

/** The steps in which a part of a page can fail. */
const PHASES = new Set(['entry', 'component', 'render']);

/** What is counted apart: anybody may report anything, and must neither hide a release's failures nor make up names without end. */
const APART = { remote: 'other', release: 'other', phase: 'other' };

/** Failure reports go to a log and to a process's metrics. */
export function createTelemetry(log: Logger, registry: Registry, releases: LockedReleases): Telemetry {
  const failures = new Counter({
    name: 'remote_failures_total',
    help: 'Parts of pages that failed in a browser, as browsers report them; "other" is of no lock in force',
    labelNames: ['remote', 'release', 'phase'],
    registers: [registry],
  });
  return {
    failed: async ({ remote, release, component, phase, lock, reason }) => {
      log.warn({ remote, release, component, phase, lock, reason }, 'a part of a page failed in a browser');
      const isKnown = PHASES.has(phase) && (await releases.names(remote, release));
      failures.inc(isKnown ? { remote, release, phase } : APART);
    },
  };
}
