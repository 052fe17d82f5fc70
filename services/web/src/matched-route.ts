import { type MatchedRoute, matchRoute } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';

/** What a menu's label is as an address: `News & Events` is `/news-events`. */
const asAddress = (label: string): string => `/${(label.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')}`;

/** The public page that a menu calls so: a person types what they have read there. */
function routeNamed(lock: Lock, wanted: string): MatchedRoute | undefined {
  for (const { contributions } of [lock.shell, ...lock.remotes]) {
    const link = contributions.links.find(({ label }) => asAddress(label) === wanted);
    const named = link && matchRoute(lock, link.path);
    if (named?.route.public) return named;
  }
  return undefined;
}

/**
 * Returns the route that an address means, undefined where the portal has no such page. Its own path may be another one:
 * without the slash at the end, in lower case, or of the page that a menu calls so.
 */
export function matchAddress(lock: Lock, path: string): MatchedRoute | undefined {
  return matchRoute(lock, path) ?? routeNamed(lock, path.replace(/\/+$/, '').toLowerCase());
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
