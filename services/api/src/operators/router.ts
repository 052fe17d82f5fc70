import { readHealth, readMetrics, readProcessReadiness, readReadiness } from '@cytocomm/contract';
import type { Registry } from 'prom-client';
import { anonymous, atOperatorsListener } from '../http/access.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Readiness } from './readiness.ts';

/** Returns the call that says whether the process lives. */
export function healthRoutes(): RouteTable {
  const table = routeTable();
  table.answer(readHealth, anonymous, () => ({ status: 'ok' as const }));
  return table;
}

/** Returns readiness and /metrics, for the operators' listener. */
export function operatorRoutes(readiness: () => Promise<Readiness>, metrics: Registry): RouteTable {
  const table = routeTable();
  table.answer(readReadiness, atOperatorsListener, async ({ res }) => {
    const state = await readiness();
    res.status(state.status === 'ready' ? 200 : 503).json(state);
  });
  table.answer(readProcessReadiness, atOperatorsListener, async ({ res }) => {
    const { status } = await readiness();
    res.status(status === 'ready' || status === 'not-ready' ? 200 : 503).json({ status });
  });
  table.answer(readMetrics, atOperatorsListener, async ({ res }) => {
    res.type(metrics.contentType).send(await metrics.metrics());
  });
  return table;
}
