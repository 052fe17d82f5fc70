import type { Registry } from 'prom-client';
import { z } from 'zod';
import { anonymous, operators } from '../http/access.ts';
import { json, type RouteTable, routeTable, written } from '../http/route.ts';
import type { Readiness } from './readiness.ts';

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
export function operatorRoutes(readiness: () => Promise<Readiness>, metrics: Registry): RouteTable {
  const table = routeTable('operators');
  table.get(
    '/readyz',
    operators,
    {
      summary: 'Requests may be sent here: started, the database takes writes, not about to end (503 otherwise)',
      reply: written('application/json'),
    },
    async ({ res }) => {
      const state = await readiness();
      res.status(state.status === 'ready' ? 200 : 503).json(state);
    },
  );
  table.get('/metrics', operators, { summary: 'Prometheus metrics', reply: written('text/plain') }, async ({ res }) => {
    res.type(metrics.contentType).send(await metrics.metrics());
  });
  return table;
}
