import {
  changeRemote,
  listReleases,
  listRemoteReleases,
  listRemotes,
  listTeamTokens,
  mintTeamToken,
  publishRelease,
  type RemoteItem,
  readRelease,
  readRemote,
  revokeTeamToken,
} from '@cytocomm/contract';
import { liftBodyDeadline } from '@cytocomm/runtime';
import { actorOf } from '../../platform/audit/actor.ts';
import { isTeam, operatorOrAnyTeam, operatorOrTeam, operators, roles } from '../../platform/calls/access.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import type { ClaimsTable } from './claims.ts';
import type { Releases } from './service.ts';
import type { TeamTokens } from './team-tokens.ts';

/** Dependencies of `releaseRoutes`. */
export interface ReleaseServices {
  readonly teamTokens: TeamTokens;
  readonly claims: ClaimsTable;
  readonly releases: Releases;
  /** Returns the release that a roll back would restore, by live remote. */
  readonly releasesBefore: () => Promise<ReadonlyMap<string, NonNullable<RemoteItem['before']>>>;
}

/** Routes of releases, team tokens and the table of claims. */
export function releaseRoutes(
  core: Core,
  { teamTokens, claims, releases, releasesBefore }: ReleaseServices,
): RouteTable {
  const table = routeTable();

  table.answer(mintTeamToken, operators, (call) => {
    // Confirmed now, since a token can promote later without confirmation.
    assertFresh(core, call.principal, 'promotions');
    return teamTokens.mint(call.body, actorOf(call));
  });
  table.answer(listTeamTokens, operators, () => teamTokens.list());
  table.answer(revokeTeamToken, operators, (call) => teamTokens.revoke(call.params.id, actorOf(call)));

  table.answer(listRemotes, operators, async () => {
    const [{ items }, before] = await Promise.all([claims.list(), releasesBefore()]);
    return { items: items.map((item) => ({ ...item, before: before.get(item.remote) ?? null })) };
  });
  table.answer(readRemote, operatorOrTeam, ({ params }) => claims.read(params.remote));
  table.answer(changeRemote, roles('admin'), (call) => {
    assertFresh(core, call.principal, 'promotions');
    return claims.change(call.params.remote, call.body, actorOf(call));
  });

  table.answer(publishRelease, operatorOrTeam, async (call) => {
    const { principal, params, req, res } = call;
    if (!req.is('application/gzip'))
      throw new ApiError(415, 'unsupported-media-type', 'Send the release as application/gzip: a tar of its folder.');
    // The upload has its own deadlines.
    liftBodyDeadline(req);
    const key = isTeam(principal) ? `token:${principal.id}` : `person:${principal.email}`;
    const by = { key, actor: actorOf(call), admitAgain: call.admitAgain };
    const { release, isNew } = await releases.publishUpload(req, params.remote, by);
    if (!isNew) res.status(200).json(release);
    return release;
  });

  table.answer(listReleases, operatorOrAnyTeam, ({ principal, query }) =>
    releases.list(isTeam(principal) ? principal.remote : undefined, query.limit ?? DEFAULT_PAGE, query.cursor),
  );
  table.answer(listRemoteReleases, operatorOrTeam, ({ params, query }) =>
    releases.list(params.remote, query.limit ?? DEFAULT_PAGE, query.cursor),
  );
  table.answer(readRelease, operatorOrTeam, ({ params }) => releases.read(params.remote, params.release));

  return table;
}
