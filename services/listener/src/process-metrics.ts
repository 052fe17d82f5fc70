import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts and times of one process, for Prometheus. */
export interface ProcessMetrics {
  readonly registry: Registry;
  /** Times every request by its route, not by its address: an address may name a person, and there is no end of them. */
  observe(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

/** What runs in the process. */
export interface Build {
  readonly service: string;
  readonly version: string;
}

/** What runs, by the package.json of a folder. */
export function readBuild(service: string, dir: string): Build {
  const manifest: { readonly version?: string } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return { service, version: manifest.version ?? 'unknown' };
}

/** The metrics of a process; `routeOf` is asked when a request has ended. Event streams are not timed: they last as long as somebody listens. */
export function createProcessMetrics(build: Build, routeOf: (request: IncomingMessage) => string): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; its labels say what runs',
    labelNames: ['service', 'version', 'node'],
    registers,
  }).set({ ...build, node: process.version }, 1);
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests without a whole answer', registers });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer; status "aborted": the client went away, or was cut off',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  // Looking a combination of labels up costs more than counting it, and there are few.
  const observers = new Map<string, (seconds: number) => void>();
  const observerOf = (method: string, route: string, status: string): ((seconds: number) => void) => {
    const key = `${method} ${route} ${status}`;
    const known = observers.get(key);
    if (known !== undefined) return known;
    const child = duration.labels(method, route, status);
    const observer = (seconds: number) => child.observe(seconds);
    observers.set(key, observer);
    return observer;
  };
  return {
    registry,
    observe: (request, response, next) => {
      const begun = performance.now();
      inFlight.inc();
      response.once('close', () => {
        inFlight.dec();
        if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
        const status = response.writableFinished ? String(response.statusCode) : 'aborted';
        observerOf(request.method ?? '', routeOf(request), status)((performance.now() - begun) / 1000);
      });
      next();
    },
  };
}
