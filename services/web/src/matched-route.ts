import type { Lock, LockedRelease, RouteContribution } from '@cytocomm/contract';

/** What a path means under a lock. */
export interface MatchedRoute {
  readonly release: LockedRelease;
  readonly route: RouteContribution;
}

/** What a menu's label is as an address: `News & Events` is `/news-events`. */
const asAddress = (label: string): string => `/${(label.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')}`;

function routeAt(lock: Lock, wanted: string): MatchedRoute | undefined {
  for (const release of [lock.shell, ...lock.remotes])
    for (const route of release.contributions.routes) if (route.path === wanted) return { release, route };
  return undefined;
}

/** The public page that a menu calls so: a person types what they have read there. */
function routeNamed(lock: Lock, wanted: string): MatchedRoute | undefined {
  for (const { contributions } of [lock.shell, ...lock.remotes]) {
    const link = contributions.links.find(({ label }) => asAddress(label) === wanted);
    const named = link && routeAt(lock, link.path);
    if (named?.route.public) return named;
  }
  return undefined;
}

/**
 * The route that a path means, or undefined where the portal has no such page. Its own path may be another one: without
 * the slash at the end, in lower case, or of the page that a menu calls so.
 */
export function matchRoute(lock: Lock, path: string): MatchedRoute | undefined {
  const wanted = (path.length > 1 ? path.replace(/\/+$/, '') : path).toLowerCase();
  return routeAt(lock, wanted) ?? routeNamed(lock, wanted);
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
