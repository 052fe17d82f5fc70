import type { FailureReport } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { LockedReleases } from './locked-releases.ts';

/** Records the failures that browsers report. */
export interface Telemetry {
  /** Logs and counts a failed part of a page. */
  failed(report: FailureReport): Promise<void>;
}

/** The phases in which a part of a page can fail. */
const PHASES = new Set(['entry', 'component', 'render']);

/** The labels of unknown names: reports are untrusted, and labels must stay bounded. */
const UNKNOWN_LABELS = { remote: 'other', release: 'other', phase: 'other' };

/** Creates the telemetry of a process. */
export function createTelemetry(log: Logger, registry: Registry, releases: LockedReleases): Telemetry {
  const failures = new Counter({
    name: 'remote_failures_total',
    help: 'Parts of pages that failed in a browser, as browsers report them; "other" is of no active or recent lock',
    labelNames: ['remote', 'release', 'phase'],
    registers: [registry],
  });
  return {
    failed: async ({ remote, release, component, phase, lock, reason }) => {
      log.warn({ remote, release, component, phase, lock, reason }, 'a part of a page failed in a browser');
      const isKnown = PHASES.has(phase) && (await releases.names(remote, release));
      failures.inc(isKnown ? { remote, release, phase } : UNKNOWN_LABELS);
    },
  };
}
