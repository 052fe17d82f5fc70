import { type Claims, type GateCheck, isPlainLabel, looksAlike, type Release } from '@cytocomm/contract';
import { checksOf, type Fault } from './gate-check.ts';

/** Addresses that are the portal's own, with what is below them. */
// biome-ignore lint/plugin: what no remote may claim, and no call.
const RESERVED = '/api /releases /packages /docs /dashboard /auth-handler /healthz /readyz /metrics'.split(' ');

/** The owners of routes at reserved addresses. */
const OWNERS: Readonly<Record<string, string>> = { '/dashboard': 'shell', '/auth-handler': 'mfe-auth' };

/** Returns the reserved address at or above a path; undefined without one, or when `remote` owns the path. */
function reservedAddress(remote: string, path: string): string | undefined {
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
    const reserved = reservedAddress(name, path);
    return reserved
      ? [{ message: `${path} is below ${reserved}, which is the portal's own: choose another path.`, place }]
      : [];
  });
}

/** The menus that a remote's links may stand in where its row names none. */
const COMMON_GROUPS: NonNullable<Claims['links']> = ['company', 'account'];
const MAX_LINKS = 3;
const MAX_TOP_LINKS = 1;
/** Links of other remotes come after the portal's own. */
const MIN_ORDER = 100;
const MAX_LABEL_LENGTH = 30;

/** Entries of the frame: no link of another remote may read like one. */
const PORTAL_LABELS = [
  ...['Home', 'Technology', 'Company', 'Dashboard', 'Sign in', 'Sign out', 'Log in', 'Log out', 'Account', 'Admin'],
  ...['Platform', 'Preclinical', 'Cell Lines', 'Software', 'Clinical', 'About', 'News & Events', 'Partners'],
  ...['Investors', 'Careers', 'Contact', 'Privacy', 'Accessibility', 'Signed-in devices', 'Security'],
];

/** Returns what is wrong with a label; undefined when nothing is. */
function labelFault(label: string): string | undefined {
  if (label.length > MAX_LABEL_LENGTH) return `is longer than ${MAX_LABEL_LENGTH} letters: choose fewer`;
  if (!isPlainLabel(label)) return 'has more than Latin letters, digits and plain punctuation: others look like these';
  if (!/[\p{L}\d]/u.test(label)) return 'has no words that people can see: choose some';
  if (/[<>]/.test(label)) return 'has markup: choose words alone';
  const own = PORTAL_LABELS.find((each) => looksAlike(each, label));
  return own && `reads like the portal's own ${own}: choose other words`;
}

/** Returns what is wrong with the links of a team's release, whose remote may put them into some menus. */
export function linkFaults(
  { name, contributions: { links } }: Pick<Release, 'name' | 'contributions'>,
  groups: Claims['links'] = COMMON_GROUPS,
): Fault[] {
  const faults: Fault[] = [];
  if (links.length > MAX_LINKS)
    faults.push({
      message: `${name} has ${links.length} links, and ${MAX_LINKS} are the most.`,
      place: 'contributions.links',
    });
  const tops = links.filter(({ group }) => group === 'top').length;
  if (tops > MAX_TOP_LINKS)
    faults.push({
      message: `${name} has ${tops} links beside the logo, and ${MAX_TOP_LINKS} is the most.`,
      place: 'contributions.links',
    });
  // Of a hundred links the first ones say what is wrong.
  for (const [index, { group, label, path, order }] of links.slice(0, MAX_LINKS).entries()) {
    const tell = (field: string, message: string) =>
      faults.push({ message, place: `contributions.links[${index}].${field}` });
    if (!groups.includes(group))
      tell(
        'group',
        `${name} may not put a link into the menu ${group}: ask the platform team for it, or choose another.`,
      );
    const wrong = labelFault(label);
    if (wrong !== undefined) tell('label', `The label ${JSON.stringify(label)} ${wrong}.`);
    // To the portal's pages capitals make no difference.
    const reserved = reservedAddress(name, new URL(path, 'http://portal.invalid').pathname.toLowerCase());
    if (reserved !== undefined)
      tell('path', `A link may not lead to ${path}, below ${reserved}: name a page of its own, or a public one.`);
    if (order < MIN_ORDER)
      tell('order', `The order ${order} is the portal's own: links of ${name} have ${MIN_ORDER} or more.`);
  }
  return faults;
}

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

/** Returns the routes of a table's row that cannot be granted; `remote` owns some of the reserved ones. */
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
