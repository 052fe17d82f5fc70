import { type MatchedRoute, matchRoute } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';

/** Returns the address of a menu's label: `News & Events` is `/news-events`. */
const asAddress = (label: string): string => `/${(label.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')}`;

/** Returns the public page with this label: people type what they read in a menu. */
function routeNamed(lock: Lock, wanted: string): MatchedRoute | undefined {
  for (const { contributions } of [lock.shell, ...lock.remotes]) {
    const link = contributions.links.find(({ label }) => asAddress(label) === wanted);
    const named = link && matchRoute(lock, link.path);
    if (named?.route.public) return named;
  }
  return undefined;
}

/** Returns the route of an address, also with a trailing slash, upper case or a menu's label; undefined for none. */
export function matchAddress(lock: Lock, path: string): MatchedRoute | undefined {
  return matchRoute(lock, path) ?? routeNamed(lock, path.replace(/\/+$/, '').toLowerCase());
}

/**
 * Returns the address of a page whose fragment came as a part of the path, as gateways of mail send sign-in links on; undefined
 * for any other one.
 */
export function withFragment(lock: Lock, address: string): string | undefined {
  const [, path, fragment] = /^([^?#]+?)(?:%(?:25)*23)(.*)$/i.exec(address) ?? [];
  return path !== undefined && matchAddress(lock, path) ? `${path}#${fragment}` : undefined;
}

/** An address that no route may have. */
const NO_PAGE_PATH = '/404';

/** Returns the shell's page for missing addresses, rendered in the process of the home page. */
export function missingPage(lock: Lock): MatchedRoute | undefined {
  const home = matchRoute(lock, '/');
  if (!home?.route.public || matchRoute(lock, NO_PAGE_PATH)) return undefined;
  const { release, route } = home;
  const { title, public: isPublic } = route;
  return { release, route: { title, public: isPublic, path: NO_PAGE_PATH, component: 'NotFound' } };
}
