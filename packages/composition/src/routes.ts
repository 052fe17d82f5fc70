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

/** Returns the route at a path, undefined where the lock has none. A slash at the end and capitals make no difference. */
export function matchRoute(lock: Lock, path: string): MatchedRoute | undefined {
  const normalized = (path.length > 1 ? path.replace(/\/+$/, '') : path).toLowerCase();
  return routesOf(lock).find(({ route }) => route.path === normalized);
}
