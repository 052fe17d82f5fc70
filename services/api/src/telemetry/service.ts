import type { FailureReport } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** Takes what browsers report. */
export interface Telemetry {
  /** A part of a page failed in a browser: one line in the log, one more in the metric. */
  failed(report: FailureReport): void;
}

/** How many combinations of remote and phase get a time series of their own. */
const MOST_SERIES = 200;

/** Failure reports go to a log and to a process's metrics. */
export function createTelemetry(log: Logger, registry: Registry): Telemetry {
  const failures = new Counter({
    name: 'remote_failures_total',
    help: 'Parts of pages that failed in a browser, as browsers report them',
    labelNames: ['remote', 'phase'],
    registers: [registry],
  });
  // Anybody may report anything. Every new name is a time series that lives as long as the process, so their number has an end;
  // the log still names what is counted under `other`.
  const known = new Set<string>();
  const hasSeries = (remote: string, phase: string): boolean => {
    const key = JSON.stringify([remote, phase]);
    if (!known.has(key) && known.size < MOST_SERIES) known.add(key);
    return known.has(key);
  };
  return {
    failed: ({ remote, release, component, phase, lock, reason }) => {
      log.warn({ remote, release, component, phase, lock, reason }, 'a part of a page failed in a browser');
      failures.inc(hasSeries(remote, phase) ? { remote, phase } : { remote: 'other', phase: 'other' });
    },
  };
}
