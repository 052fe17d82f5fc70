import { listFailureCauses, readReleaseHealth, reportFailure, reportTelemetry } from '@cytocomm/contract';
import { anonymous, anybody, operators } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Reports, Telemetry } from './service.ts';

/** Routes to report loads and failures, and to read them. */
export function telemetryRoutes({ limits }: Core, telemetry: Telemetry, reports: Reports): RouteTable {
  const table = routeTable();

  table.answer(reportTelemetry, anybody, async ({ body, clientAddress, principal }) => {
    await limits.consumeByClient('telemetry-by-client', clientAddress);
    await reports.add(body, { address: clientAddress, userId: principal?.userId });
  });
  table.answer(reportFailure, anonymous, async ({ body, clientAddress }) => {
    await limits.consumeByClient('failures-by-client', clientAddress);
    await telemetry.failed(body);
  });
  table.answer(readReleaseHealth, operators, async () => ({ items: [...(await reports.health())] }));
  table.answer(listFailureCauses, operators, async () => ({ items: [...(await reports.causes())] }));

  return table;
}
