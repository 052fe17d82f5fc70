import type { Lock, LockedRelease, RouteContribution } from '@cytocomm/contract';

/** A route of a lock, together with the release that contributes it. */
export interface MatchedRoute {
  readonly release: LockedRelease;
  readonly route: RouteContribution;
}

/** Returns all routes of a lock, the shell's own first. */
export function routesOf(lock: Lock): MatchedRoute[] {
  return [lock.shell, ...lock.remotes].flatMap((release) =>
    release.contributions.routes.map((route) => ({ release, route })),
  );
}

/**
 * Returns the route at a path: the one of that very path, else the longest above it that answers for what is below; undefined
 * where the lock has none. A slash at the end and capitals make no difference.
 */
export function matchRoute(lock: Lock, path: string): MatchedRoute | undefined {
  const normalized = (path.length > 1 ? path.replace(/\/+$/, '') : path).toLowerCase();
  const routes = routesOf(lock);
  const exact = routes.find(({ route }) => route.path === normalized);
  if (exact) return exact;
  return routes
    .filter(({ route }) => route.below === true && normalized.startsWith(`${route.path}/`))
    .reduce<MatchedRoute | undefined>(
      (longest, each) => (longest && longest.route.path.length >= each.route.path.length ? longest : each),
      undefined,
    );
}

/**
 * Returns the address under which a page is served that was matched at `path`: the path of its route, and what follows it
 * there, as it was written but for slashes at the end.
 */
export function servedPath({ route }: MatchedRoute, path: string): string {
  if (route.below !== true) return route.path;
  return route.path + path.slice(route.path.length).replace(/\/+$/, '');
}
