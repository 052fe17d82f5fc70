import type { Role } from '@cytocomm/contract';
import type { Location } from '@cytocomm/kit';
import { askedPlace, dashboardAddress } from './addresses.ts';
import type { DashboardEntry } from './sections.ts';
import { firstEntry } from './shown-place.ts';

/** A role as addresses wrote it: `?section=investor`. */
const ROLE = /^[a-z][a-z0-9-]*$/;

/** Returns the address of the page on which a section stands now; undefined when the person has no such section. */
function pageOf(entries: readonly DashboardEntry[], id: string): string | undefined {
  for (const { role, tools } of entries)
    for (const { path, sections } of tools)
      if (sections.some(({ contribution }) => contribution.id === id)) return dashboardAddress(role, path);
  return undefined;
}

/**
 * Returns the address of today for the bare address of the dashboard, also as it was when all sections of a role stood on one
 * page: `/dashboard?section=investor`, `/dashboard#admin-documents`. Null when the address is one of today, or there is no
 * dashboard. Other fields of the query stay.
 */
export function replacementOf(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  entries: readonly DashboardEntry[],
  activeRole: Role | null,
): string | null {
  const first = firstEntry(entries, activeRole);
  if (askedPlace(pathname).role !== undefined || !first) return null;
  const fields = new URLSearchParams(search);
  const section = fields.get('section') ?? '';
  fields.delete('section');
  const role = ROLE.test(section) ? section : first.role;
  const path = (hash === '' ? undefined : pageOf(entries, hash.slice(1))) ?? dashboardAddress(role);
  return fields.size === 0 ? path : `${path}?${fields}`;
}
