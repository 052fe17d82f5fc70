import { LOCK_ELEMENT_ID, readLock } from '@cytocomm/composition';
import type { Role, SectionContribution } from '@cytocomm/contract';

/** Returns the sections of all remotes in the lock that a page of a portal runs on. Throws LockUnreadable. */
export function sectionsInPage(html: string): readonly SectionContribution[] {
  // The lock's own `<` are escaped.
  const textContent = new RegExp(`id="${LOCK_ELEMENT_ID}">([^<]*)<`).exec(html)?.[1] ?? null;
  return readLock({ getElementById: () => ({ textContent }) }).remotes.flatMap(
    ({ contributions }) => contributions.sections,
  );
}

/** Returns the addresses of each role's dashboard: its overview, then its tools in order, each with what is begun in it. */
export function dashboardAddresses(sections: readonly SectionContribution[]): ReadonlyMap<Role, readonly string[]> {
  const byRole = Map.groupBy(
    sections.toSorted((one, other) => one.order - other.order),
    ({ role }) => role,
  );
  return new Map(
    [...byRole].map(([role, own]) => {
      const below = own.flatMap(({ tool }) => {
        if (tool === undefined) return [];
        return tool.new === undefined ? [`/${tool.path}`] : [`/${tool.path}`, `/${tool.path}/new`];
      });
      return [role, ['', ...new Set(below)].map((path) => `/dashboard/${role}${path}`)];
    }),
  );
}
