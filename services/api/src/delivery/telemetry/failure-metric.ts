import type { TelemetryPhase } from '@cytocomm/contract';
import { Counter, type Registry } from 'prom-client';

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
