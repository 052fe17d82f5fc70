import { join } from 'node:path';
import { createProcessMetrics, fromTrustedProxy, type ProcessMetrics, readBuild } from '@cytocomm/listener';
import { openTraces, type Traces } from '@cytocomm/traces';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { routeOf } from '../express-app.ts';

/** What a process shows of its work. */
interface Observation {
  /** The version of the service. */
  readonly version: string;
  readonly metrics: ProcessMetrics;
  /** None without a collector. */
  readonly traces: Traces | undefined;
}

/** Opens the metrics of this process, and its traces where a collector is set. */
export async function openObservation(config: Config, log: Logger): Promise<Observation> {
  const build = readBuild('api', join(import.meta.dirname, '..', '..'));
  const metrics = createProcessMetrics(build, routeOf);
  const traces = await openTraces(config.traces, {
    service: 'portal-api',
    version: build.version,
    routeOf,
    trusts: fromTrustedProxy(config.trustProxy),
    log,
    registry: metrics.registry,
  });
  return { version: build.version, metrics, traces };
}
