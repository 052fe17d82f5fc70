import { readHealth, readMetrics, readProcessReadiness, readReadiness } from '@cytocomm/contract';
import type { Registry } from 'prom-client';
import { anonymousWithoutDatabase, atOperatorsListener } from '../calls/access.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Phase, Readiness } from './readiness.ts';

/** Returns the call that says whether the process lives. */
export function healthRoutes(): RouteTable {
  const table = routeTable();
  table.answer(readHealth, anonymousWithoutDatabase, () => ({ status: 'ok' as const }));
  return table;
}

/** Returns readiness and /metrics, for the operators' listener. */
export function operatorRoutes(readiness: () => Promise<Readiness>, phase: () => Phase, metrics: Registry): RouteTable {
  const table = routeTable();
  table.answer(readReadiness, atOperatorsListener, async ({ res }) => {
    const state = await readiness();
    res.status(state.status === 'ready' ? 200 : 503).json(state);
  });
  table.answer(readProcessReadiness, atOperatorsListener, ({ res }) => {
    // By the phase alone: a database that hangs must not make the answer later than the proxy waits for it.
    const now = phase();
    res.status(now === 'running' ? 200 : 503).json({ status: now === 'running' ? 'ready' : now });
  });
  table.answer(readMetrics, atOperatorsListener, async ({ res }) => {
    res.type(metrics.contentType).send(await metrics.metrics());
  });
  return table;
}
