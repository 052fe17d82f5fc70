import type { Lock, Role, SectionContribution } from '@cytocomm/contract';
import type { Contributed } from '../composition/contributions.ts';

/** One entry of the dashboard's sidebar with the sections it opens, in order. */
export interface DashboardEntry {
  readonly role: Role;
  readonly label: string;
  readonly sections: readonly Contributed<SectionContribution>[];
}

function maySee(section: SectionContribution, roles: readonly Role[]): boolean {
  return roles.some((role) => role === section.role || section.alsoFor.includes(role));
}

/** Returns the roles that have a dashboard, in the order of their sections. */
export function rolesIn(lock: Lock): Role[] {
  const sections = lock.remotes.flatMap(({ contributions }) => contributions.sections);
  return [...new Set(sections.sort((a, b) => a.order - b.order).map(({ role }) => role))];
}

/** Returns the sidebar of a person with these roles: one entry a role, its sections in order. */
export function dashboardOf(lock: Lock, roles: readonly Role[]): DashboardEntry[] {
  const visible = lock.remotes
    .flatMap((release) => release.contributions.sections.map((contribution) => ({ release, contribution })))
    .filter(({ contribution }) => maySee(contribution, roles))
    .sort((a, b) => a.contribution.order - b.contribution.order);
  const byRole = new Map<Role, Contributed<SectionContribution>[]>();
  for (const section of visible) {
    const sections = byRole.get(section.contribution.role);
    if (sections) sections.push(section);
    else byRole.set(section.contribution.role, [section]);
  }
  return [...byRole].map(([role, sections]) => ({
    role,
    label: sections[0]?.contribution.label ?? role,
    sections,
  }));
}

/** Returns the title of a section, from its id: `admin-press-releases` of the admin is `Press releases`. */
export function sectionTitle({ id, role }: SectionContribution): string {
  const words = (id.startsWith(`${role}-`) ? id.slice(role.length + 1) : id).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
