import { changeRemote, listRemotes, listTeamTokens, mintTeamToken, revokeTeamToken } from '@cytocomm/contract';
import { operators, roles } from '../http/access.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import { actorOf } from '../users/actor.ts';
import type { ClaimsTable } from './claims.ts';
import type { TeamTokens } from './team-tokens.ts';

/** What the calls about releases use. */
export interface ReleaseServices {
  readonly teamTokens: TeamTokens;
  readonly claims: ClaimsTable;
}

/** Returns the calls about releases, team tokens and the table of claims. */
export function releaseRoutes({ teamTokens, claims }: ReleaseServices): RouteTable {
  const table = routeTable();

  table.answer(mintTeamToken, operators, (call) => teamTokens.mint(call.body, actorOf(call)));
  table.answer(listTeamTokens, operators, () => teamTokens.list());
  table.answer(revokeTeamToken, operators, (call) => teamTokens.revoke(call.params.id, actorOf(call)));

  table.answer(listRemotes, operators, () => claims.list());
  table.answer(changeRemote, roles('admin'), (call) => claims.change(call.params.remote, call.body, actorOf(call)));

  return table;
}
