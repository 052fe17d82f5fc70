import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { anonymous, operators } from '../http/access.ts';
import { json, type RouteTable, routeTable, written } from '../http/route.ts';

/** What `GET /readyz` asks. */
export interface Readiness {
  readonly database: () => Promise<void>;
  readonly mail: () => Promise<void>;
}

/** Counts and times of requests, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Times every request of an app by route, not by address: an address may name a person. */
  readonly observe: RequestHandler;
}

/** The metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // Looking a combination of labels up costs more than counting it, and there are few.
  const observers = new Map<string, (seconds: number) => void>();
  const observerOf = (method: string, route: string, status: number): ((seconds: number) => void) => {
    const key = `${method} ${route} ${status}`;
    const known = observers.get(key);
    if (known !== undefined) return known;
    const child = duration.labels(method, route, String(status));
    const observer = (seconds: number) => child.observe(seconds);
    observers.set(key, observer);
    return observer;
  };
  return {
    registry,
    observe: (req, res, next) => {
      const begun = performance.now();
      res.once('close', () => {
        const path: unknown = req.route?.path;
        const route = typeof path === 'string' ? path : 'none';
        observerOf(req.method, route, res.statusCode)((performance.now() - begun) / 1000);
      });
      next();
    },
  };
}

/** GET /healthz: the process lives, and nothing more is said. */
export function healthRoutes(): RouteTable {
  const table = routeTable('operators');
  table.get(
    '/healthz',
    anonymous,
    { summary: 'The process lives', reply: json(z.object({ status: z.literal('ok') })) },
    () => ({ status: 'ok' as const }),
  );
  return table;
}

/** /readyz and /metrics, at the operators' own listener. */
export function operatorRoutes(readiness: Readiness, metrics: Metrics): RouteTable {
  const table = routeTable('operators');
  const ask = async (question: () => Promise<void>): Promise<'ok' | 'away'> => {
    try {
      await question();
      return 'ok';
    } catch {
      return 'away';
    }
  };
  table.get(
    '/readyz',
    operators,
    {
      summary: 'Database and mail server answer (503 while one does not)',
      reply: written('application/json'),
    },
    async ({ res }) => {
      const [database, mail] = await Promise.all([ask(readiness.database), ask(readiness.mail)]);
      const ready = database === 'ok' && mail === 'ok';
      res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not-ready', database, mail });
    },
  );
  table.get('/metrics', operators, { summary: 'Prometheus metrics', reply: written('text/plain') }, async ({ res }) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return table;
}
