import { mintBackendToken, readBackendKeys } from '@cytocomm/contract';
import { anonymousWithoutDatabase, signedInToRead } from '../../platform/calls/access.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { BackendTokens } from './tokens.ts';

/** How long a backend may keep the keys, in seconds. */
const KEYS_MAX_AGE_S = 300;

/** Returns the calls about tokens for the backends of teams. */
export function backendRoutes(tokens: BackendTokens): RouteTable {
  const table = routeTable();

  table.answer(mintBackendToken, signedInToRead, ({ principal, body }) => tokens.mint(principal, body));

  table.answer(readBackendKeys, anonymousWithoutDatabase, ({ res }) => {
    res.setHeader('Cache-Control', `public, max-age=${KEYS_MAX_AGE_S}`);
    return tokens.keys();
  });

  return table;
}
