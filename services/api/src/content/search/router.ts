import { searchPortal } from '@cytocomm/contract';
import { signedIn } from '../../platform/calls/access.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Search } from './service.ts';

/** Returns the call of the search. */
export function searchRoutes(search: Search): RouteTable {
  const table = routeTable();
  table.answer(searchPortal, signedIn, ({ principal, query }) => search.find(principal, query.q));
  return table;
}
