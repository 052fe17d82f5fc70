import { reportFailure } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { anonymous } from '../http/access.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { Telemetry } from './service.ts';

/** What browsers report about themselves. */
export function telemetryRoutes({ database, limits }: Core, telemetry: Telemetry): RouteTable {
  const table = routeTable();

  table.answer(
    reportFailure,
    // A page reports as whoever it is: the cookie goes along without a token, and counts for nothing here.
    anonymous,
    async ({ body, clientAddress }) => {
      database.assertOpened();
      await limits.consumeByClient('failures-by-client', clientAddress);
      await telemetry.failed(body);
    },
  );

  return table;
}
