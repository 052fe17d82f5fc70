import { type Claims, isPlainLabel, looksAlike, type Release } from '@cytocomm/contract';
import type { Fault } from './gate-check.ts';
import { reservedAddress } from './reserved-addresses.ts';

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
