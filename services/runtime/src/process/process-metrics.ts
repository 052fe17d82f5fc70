import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { UNPARSED_REASONS, type UnparsedReason } from '../http/unparsed-requests.ts';

/** How far the clocks of the processes may be apart, in ms. Alerts go by the same (deploy/alerts.yml). */
const MAX_OFF_MS = 120_000;

/** Returns a function that logs when this process's clock is too far from the database's, and when it is near again. */
export function createClockWatch(log: Logger): (offByMs: number) => void {
  let isOff = false;
  return (offByMs) => {
    if (Math.abs(offByMs) > MAX_OFF_MS === isOff) return;
    isOff = !isOff;
    const seconds = Math.round(offByMs / 1000);
    if (isOff)
      log.warn({ seconds }, 'the clock of this process and that of the database are more than two minutes apart');
    else log.info({ seconds }, 'the clock of this process is near that of the database again');
  };
}

/** Adds the clock to the metrics. `offByMs` returns how far it is ahead of the database's, in ms; undefined while that is not known. */
export function showClock(registry: Registry, offByMs: () => number | undefined): void {
  new Gauge({
    name: 'portal_clock_offset_seconds',
    help: 'How far the clock of the process is ahead of the one of the database',
    registers: [registry],
    collect() {
      this.remove();
      const offBy = offByMs();
      if (offBy !== undefined) this.set(offBy / 1000);
    },
  });
}

/**
 * Measures the time that the server spends on a request, up to the first byte of the response, without waiting for the body.
 * Returns the function that returns it in seconds.
 */
function measureServerTime(request: IncomingMessage, response: ServerResponse): () => number {
  let totalMs = 0;
  /** Since when it is the server's turn; undefined while it waits for its client. */
  let since: number | undefined = performance.now();
  let isAnswered = false;
  const begin = () => {
    if (!isAnswered) since ??= performance.now();
  };
  const stop = () => {
    if (since !== undefined) totalMs += performance.now() - since;
    since = undefined;
  };
  // Emitted when the body is asked for, not when it comes; and `pause` when it comes faster than it is stored.
  request.on('resume', stop).on('pause', begin).once('end', begin);
  // No event comes before the first byte; Node, too, calls this for an answer whose handler does not.
  const { writeHead } = response;
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: function writeHeadInTime(...head: readonly unknown[]): unknown {
      stop();
      isAnswered = true;
      return Reflect.apply(writeHead, response, head);
    },
  });
  return () => {
    stop();
    return totalMs / 1000;
  };
}

/** The metrics of a process, for Prometheus. */
export interface ProcessMetrics {
  readonly registry: Registry;
  /** Measures requests by route: addresses may name people, and are unbounded. */
  observe(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Counts a request that could not be read. */
  countUnparsed(this: void, reason: UnparsedReason): void;
}

/** The build that runs. */
export interface Build {
  readonly service: string;
  readonly version: string;
  /** The commit that it was made of, where the start or the image names it. */
  readonly commit: string;
}

/** Returns the build of a folder's package.json, and of PORTAL_COMMIT, which starts and images set. */
export function readBuild(service: string, dir: string): Build {
  const manifest: { readonly version?: string } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return { service, version: manifest.version ?? 'unknown', commit: process.env.PORTAL_COMMIT || 'unknown' };
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Creates the metrics of a process. `routeOf` is called at the end of a request. Methods other than `methods`, by default those of
 * the API, count as `other`: each is twelve series of every route. Event streams are not timed.
 */
export function createProcessMetrics(
  build: Build,
  routeOf: (request: IncomingMessage) => string,
  methods = METHODS,
): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  // By default 100 times a second, which is most of what an idle process does.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; its labels say what runs',
    labelNames: ['service', 'version', 'commit', 'node'],
    registers,
  }).set({ ...build, node: process.version }, 1);
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests without a whole answer', registers });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the first byte of the answer, without that of a body to come; status "aborted": the client went away, or was cut off',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const stalled = new Counter({
    name: 'http_stalled_readers_total',
    help: 'Answers that were cut off because their clients took nothing of them for 30 s',
    registers,
  });
  const unparsed = new Counter({
    name: 'http_unparsed_requests_total',
    help: 'Requests that were refused before they could be read: too large headers, not HTTP, late or broken off',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of UNPARSED_REASONS) unparsed.inc({ reason }, 0);
  // Cached: looking up labels costs more than counting.
  const observers = new Map<string, (seconds: number) => void>();
  const observerOf = (method: string, route: string, status: string): ((seconds: number) => void) => {
    const key = `${method} ${route} ${status}`;
    const cached = observers.get(key);
    if (cached !== undefined) return cached;
    const child = duration.labels(method, route, status);
    const observer = (seconds: number) => child.observe(seconds);
    observers.set(key, observer);
    return observer;
  };
  return {
    registry,
    countUnparsed: (reason) => unparsed.inc({ reason }),
    observe: (request, response, next) => {
      const secondsOf = measureServerTime(request, response);
      inFlight.inc();
      response.once('close', () => {
        inFlight.dec();
        if (request.isStalled) stalled.inc();
        if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
        const status = response.writableFinished ? String(response.statusCode) : 'aborted';
        const { method = '' } = request;
        observerOf(methods.includes(method) ? method : 'other', routeOf(request), status)(secondsOf());
      });
      next();
    },
  };
}
