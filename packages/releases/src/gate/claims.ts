import type { Claims, GateCheck, Release } from '@cytocomm/contract';
import { checksOf, type Fault } from './gate-check.ts';
import { linkFaults } from './link-claims.ts';
import { reservedAddress } from './reserved-addresses.ts';

/** What a remote may claim. */
export interface ClaimsRow {
  readonly claims: Claims;
  /** What other remotes may claim. With it the remote may also claim public routes and sections that are none of theirs. */
  readonly others?: readonly Claims[];
  /** Whether it is one of the portal itself, whose links make the frame; by default it is a team's. */
  readonly isPortals?: boolean;
}

/** The roles that any remote may show sections to. */
export const COMMON_ROLES: Claims['roles'] = ['investor', 'customer'];

/** The one remote that may show something over every page. */
const OVERLAY_OWNERS: Readonly<Record<string, string>> = { 'sign-in': 'mfe-auth' };

/** Whether one of the patterns, which may end with *, stands for the text. */
function isNamed(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : pattern === text));
}

const ASK = 'ask the platform team for it, or choose another';

/** Returns the routes of a table's row that nobody may be given; `remote` has some of the reserved ones today. */
export function reservedClaims(remote: string, { routes }: Pick<Claims, 'routes'>): readonly string[] {
  return routes.filter((route) => reservedAddress(remote, route.replace(/\/?\*$/, '')) !== undefined);
}

/** Returns the checks of the rule `claims`: what the release claims, and what the platform team allows its remote. */
export function claimFaults(release: Release, { claims, others, isPortals }: ClaimsRow): GateCheck[] {
  const { name, contributions } = release;
  const isTaken = (kind: 'routes' | 'sections', text: string) => others?.some((each) => isNamed(each[kind], text));
  const faults: Fault[] = [];

  for (const [index, { path, public: isPublic }] of contributions.routes.entries()) {
    if (isNamed(claims.routes, path)) continue;
    const place = `contributions.routes[${index}].path`;
    if (others === undefined) faults.push({ message: `${name} may not claim ${path}: ${ASK}.`, place });
    else if (isTaken('routes', path)) faults.push({ message: `${path} belongs to another remote: ${ASK}.`, place });
    else if (!isPublic)
      faults.push({ message: `${path} is no public page, and ${name} may claim such only: ${ASK}.`, place });
  }

  for (const [index, { id, role, alsoFor }] of contributions.sections.entries()) {
    const place = `contributions.sections[${index}]`;
    if (!isNamed(claims.sections, id)) {
      if (others === undefined) faults.push({ message: `${name} may not claim section ${id}: ${ASK}.`, place });
      else if (isTaken('sections', id))
        faults.push({ message: `Section ${id} belongs to another remote: ${ASK}.`, place });
    }
    for (const each of new Set([role, ...alsoFor]))
      if (!claims.roles.includes(each))
        faults.push({ message: `${name} may not show section ${id} to the role ${each}: ${ASK}.`, place });
  }

  for (const [index, { name: role }] of (contributions.roles ?? []).entries())
    if (!claims.roles.includes(role))
      faults.push({
        message: `${name} may not bring the role ${role}: ${ASK}.`,
        place: `contributions.roles[${index}]`,
      });

  for (const [index, { slot }] of contributions.overlays.entries())
    if (OVERLAY_OWNERS[slot] !== name)
      faults.push({
        message: `The overlay ${slot} belongs to ${OVERLAY_OWNERS[slot]}: leave it out.`,
        place: `contributions.overlays[${index}]`,
      });

  for (const [index, { audience, origin }] of (contributions.backends ?? []).entries())
    if (claims.backends?.some((each) => each.audience === audience && each.origin === origin) !== true)
      faults.push({
        message: `${name} may not call ${origin} as ${audience}: ${ASK}.`,
        place: `contributions.backends[${index}]`,
      });

  return checksOf('claims', release, [...faults, ...(isPortals ? [] : linkFaults(release, claims.links))]);
}
