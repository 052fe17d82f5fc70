import { failureReportSchema } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { anonymous } from '../http/access.ts';
import { empty, type RouteTable, routeTable } from '../http/route.ts';
import type { Telemetry } from './service.ts';

/** What browsers report about themselves. */
export function telemetryRoutes({ database, limits }: Core, telemetry: Telemetry): RouteTable {
  const table = routeTable('telemetry');

  table.post(
    '/api/telemetry/failures',
    // A page reports as whoever it is: the cookie goes along without a token, and counts for nothing here.
    anonymous,
    {
      summary: 'A part of a page failed in a browser',
      body: failureReportSchema,
      reply: empty,
      problems: { 'rate-limited': 429 },
    },
    async ({ body, clientAddress }) => {
      database.assertOpened();
      await limits.consumeByClient('failures-by-client', clientAddress);
      await telemetry.failed(body);
    },
  );

  return table;
}
