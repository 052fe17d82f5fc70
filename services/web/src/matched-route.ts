import type { Lock, LockedRelease, RouteContribution } from '@cytocomm/contract';

/** What a path means under a lock. */
export interface MatchedRoute {
  readonly release: LockedRelease;
  readonly route: RouteContribution;
}

/** The route that a path belongs to, or undefined where the portal has no such page. */
export function matchRoute(lock: Lock, path: string): MatchedRoute | undefined {
  const wanted = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const release of [lock.shell, ...lock.remotes])
    for (const route of release.contributions.routes) if (route.path === wanted) return { release, route };
  return undefined;
}
