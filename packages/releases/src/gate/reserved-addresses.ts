import type { Release } from '@cytocomm/contract';
import type { Fault } from './gate-check.ts';

/** Addresses that are the portal's own, with what is below them. */
// biome-ignore lint/plugin: what no remote may claim, and no call.
const RESERVED = ['/api', '/releases', '/packages', '/dashboard', '/auth-handler', '/healthz', '/readyz', '/metrics'];

/** Who has a route at a reserved address all the same. */
const OWNERS: Readonly<Record<string, string>> = { '/dashboard': 'shell', '/auth-handler': 'mfe-auth' };

/** Returns the reserved address that a path is or is below; undefined when there is none, or `remote` has the path today. */
export function reservedAddress(remote: string, path: string): string | undefined {
  if (OWNERS[path] === remote) return undefined;
  return RESERVED.find((reserved) => path === reserved || path.startsWith(`${reserved}/`));
}

/** Returns the routes that cannot be reached, or that would stand before what is the portal's own. */
export function reservedAddresses({
  name,
  contributions: { routes },
}: Pick<Release, 'name' | 'contributions'>): Fault[] {
  return routes.flatMap(({ path }, index): Fault[] => {
    const place = `contributions.routes[${index}].path`;
    if (path !== '/' && (path.endsWith('/') || path.includes('//')))
      return [{ message: `${path} is never matched: write it without the needless slash.`, place }];
    const taken = reservedAddress(name, path);
    return taken
      ? [{ message: `${path} is below ${taken}, which is the portal's own: choose another path.`, place }]
      : [];
  });
}
