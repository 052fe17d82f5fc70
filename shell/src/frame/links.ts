import { type LinkContribution, SECURITY_PAGE } from '@cytocomm/contract';
import type { IconName } from '@cytocomm/kit';

/** A link to one of the company's pages elsewhere. */
export interface SocialLink {
  readonly label: string;
  readonly href: string;
  readonly icon: IconName;
}

/** The two groups that fold, with their headings. */
export const foldingGroups = [
  { group: 'technology', label: 'Technology' },
  { group: 'company', label: 'Company' },
] as const;

/** Returns the links of one group in their order. */
export function linksOf(links: readonly LinkContribution[], group: LinkContribution['group']): LinkContribution[] {
  return links.filter((link) => link.group === group).sort((one, other) => one.order - other.order);
}

/** Returns the icon of a page about the person's own account. */
export function accountIcon(path: string): IconName {
  return path === SECURITY_PAGE ? 'lock' : 'devices';
}
