import {
  type Build,
  createProcessMetrics,
  fromTrustedProxy,
  openTraces,
  type ProcessMetrics,
  type Traces,
} from '@cytocomm/runtime';
import type { Logger } from 'pino';
import { routeOf } from '../http/express-app.ts';
import type { Config } from '../settings/config.ts';

/** What a process shows of its work. */
interface Observation {
  readonly metrics: ProcessMetrics;
  /** None without a collector. */
  readonly traces: Traces | undefined;
}

/** Opens the metrics of this process, and its traces where a collector is set. */
export async function openObservation(config: Config, build: Build, log: Logger): Promise<Observation> {
  const metrics = createProcessMetrics(build, routeOf);
  const traces = await openTraces(config.traces, {
    service: 'portal-api',
    version: build.version,
    routeOf,
    trusts: fromTrustedProxy(config.trustProxy),
    log,
    registry: metrics.registry,
  });
  return { metrics, traces };
}
