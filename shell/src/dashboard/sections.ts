import type { Lock, RecordKind, Role, SectionContribution } from '@cytocomm/contract';
import type { Contributed } from '../composition/composition.ts';

/** Sections that stand on one page, in order. */
type Sections = readonly Contributed<SectionContribution>[];

/** One tool of a role's dashboard, a page of its own. */
export interface DashboardTool {
  /** Its part of the address. */
  readonly path: string;
  readonly title: string;
  /** The words of what the address `new` below it is for; undefined when there is none. */
  readonly newTitle: string | undefined;
  /** Whether something may be below its address: one of its sections does not deny it. */
  readonly hasBelow: boolean;
  /** Where it shows records that were found, after its own address. */
  readonly finds: readonly { readonly kind: RecordKind; readonly at: string }[];
  readonly sections: Sections;
}

/** One entry of the dashboard's rail: a role, what stands on its overview, and its tools in order. */
export interface DashboardEntry {
  readonly role: Role;
  readonly label: string;
  readonly overview: Sections;
  readonly tools: readonly DashboardTool[];
}

function maySee(section: SectionContribution, roles: readonly Role[]): boolean {
  return roles.some((role) => role === section.role || section.alsoFor.includes(role));
}

/** Returns the roles that have a dashboard, in the order of their sections. */
export function rolesIn(lock: Lock): Role[] {
  const sections = lock.remotes.flatMap(({ contributions }) => contributions.sections);
  return [...new Set(sections.sort((a, b) => a.order - b.order).map(({ role }) => role))];
}

/** Returns the tools of sections in the order of the first section of each. The first title of a tool is its title. */
function toolsOf(sections: Sections): DashboardTool[] {
  const byPath = Map.groupBy(sections, ({ contribution }) => contribution.tool?.path);
  return [...byPath].flatMap(([path, own]) => {
    const tool = own[0]?.contribution.tool;
    if (path === undefined || tool === undefined) return [];
    const named = own.flatMap(({ contribution }) => contribution.tool ?? []);
    const newTitle = named.find((each) => each.new !== undefined)?.new;
    const hasBelow = named.some(({ below }) => below !== false);
    const finds = named.flatMap((each) => each.finds ?? []);
    return [{ path, title: tool.title, newTitle, hasBelow, finds, sections: own }];
  });
}

/** Returns the rail of a person with these roles: one entry a role. */
export function dashboardOf(lock: Lock, roles: readonly Role[]): DashboardEntry[] {
  const visible = lock.remotes
    .flatMap((release) => release.contributions.sections.map((contribution) => ({ release, contribution })))
    .filter(({ contribution }) => maySee(contribution, roles))
    .sort((a, b) => a.contribution.order - b.contribution.order);
  const byRole = Map.groupBy(visible, ({ contribution }) => contribution.role);
  return [...byRole].map(([role, sections]) => ({
    role,
    label: sections[0]?.contribution.label ?? role,
    overview: sections.filter(({ contribution }) => contribution.tool === undefined),
    tools: toolsOf(sections),
  }));
}

/** Whether one of the dashboards has open work: drafts, approvals and failed mails, or refused releases and failures. */
export function hasWork(entries: readonly DashboardEntry[]): boolean {
  return entries.some(({ role }) => role === 'admin' || role === 'developer');
}

/** Returns the title of a section: its tool's, else from its id: `admin-at-a-glance` of the admin is `At a glance`. */
export function sectionTitle({ id, role, tool }: SectionContribution): string {
  if (tool !== undefined) return tool.title;
  const words = (id.startsWith(`${role}-`) ? id.slice(role.length + 1) : id).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
