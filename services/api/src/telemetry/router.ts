import { reportFailure } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { anonymous } from '../http/access.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Telemetry } from './service.ts';

/** Returns the call by which browsers report failures. */
export function telemetryRoutes({ database, limits }: Core, telemetry: Telemetry): RouteTable {
  const table = routeTable();

  table.answer(
    reportFailure,
    // The caller is not identified; the cookie is sent, but ignored.
    anonymous,
    async ({ body, clientAddress }) => {
      database.assertOpened();
      await limits.consumeByClient('failures-by-client', clientAddress);
      await telemetry.failed(body);
    },
  );

  return table;
}
