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

/** An address at which the shell has no page, and says so. No route may have it. */
const NO_PAGE_PATH = '/404';

/** The page of an address that has none: the shell's own, rendered beside the remote of the home page, whose process is there. */
export function missingPage(lock: Lock): MatchedRoute | undefined {
  const home = matchRoute(lock, '/');
  if (!home?.route.public || matchRoute(lock, NO_PAGE_PATH)) return undefined;
  const { release, route } = home;
  const { title, public: isPublic } = route;
  return { release, route: { title, public: isPublic, path: NO_PAGE_PATH, component: 'NotFound' } };
}
