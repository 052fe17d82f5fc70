import type { Lock, Role } from '@cytocomm/contract';
import { useLocation, useNavigate } from '@cytocomm/kit';
import { chooseRole, useSession } from '@cytocomm/session';
import { useEffect, useMemo } from 'react';
import { dashboardAddress, type RequestedPlace, requestedPlace } from './addresses.ts';
import type { Preview } from './preview.tsx';
import { type DashboardEntry, type DashboardTool, dashboardOf } from './sections.ts';

/** What the dashboard shows. */
export interface ShownPlace {
  readonly entry: DashboardEntry;
  /** Undefined on the overview of the role. */
  readonly tool: DashboardTool | undefined;
  /** The address of the tool or overview. */
  readonly path: string;
  /** What follows it in the address. */
  readonly rest: string;
  /** Why the address could not be shown, in a sentence; null when it is. */
  readonly refusal: string | null;
}

/** Returns the default dashboard of a person; undefined without any. */
function firstEntry(entries: readonly DashboardEntry[], activeRole: Role | null): DashboardEntry | undefined {
  return entries.find(({ role }) => role === activeRole) ?? entries[0];
}

/** Returns the place that an address shows in a person's dashboards; undefined only without any dashboard. */
export function shownPlace(
  entries: readonly DashboardEntry[],
  requested: RequestedPlace,
  activeRole: Role | null,
): ShownPlace | undefined {
  const own = entries.find(({ role }) => role === requested.role);
  const entry = own ?? firstEntry(entries, activeRole);
  if (!entry) return undefined;
  const tool = own?.tools.find(({ path }) => path === requested.tool);
  const isBelow = tool !== undefined && requested.rest !== '';
  const rest = isBelow && tool.hasBelow ? requested.rest : '';
  const place = { entry, tool, path: dashboardAddress(entry.role, tool?.path), rest };
  if (requested.role === undefined) return { ...place, refusal: null };
  if (!own)
    return {
      ...place,
      refusal: `You do not have the dashboard at this address. This is your ${entry.label} overview.`,
    };
  if (isBelow && !tool.hasBelow)
    return { ...place, refusal: `There is nothing at this address. This is ${tool.title}.` };
  if (requested.tool === undefined || tool) return { ...place, refusal: null };
  return { ...place, refusal: `${entry.label} has no tool at this address. This is its overview.` };
}

/** The dashboards of the person who is signed in, and the current place. */
export interface Dashboards {
  readonly entries: readonly DashboardEntry[];
  /** Undefined without any dashboard. */
  readonly shown: ShownPlace | undefined;
}

/**
 * Returns the place that the address shows in the dashboards of the person who is signed in. The bare address
 * redirects to a role's, and the role of the current dashboard becomes the person's active one.
 */
export function useShownPlace(lock: Lock, { role: previewed, query }: Preview): Dashboards {
  const location = useLocation();
  const navigate = useNavigate();
  const roles = useSession((session) => session.roles);
  const activeRole = useSession((session) => session.activeRole);
  const entries = useMemo(() => dashboardOf(lock, previewed === null ? roles : [previewed]), [lock, roles, previewed]);
  const requested = requestedPlace(location.pathname);
  // A preview has the dashboard of its role alone.
  const isElsewhere = previewed !== null && requested.role !== previewed && entries.length > 0;
  const first = requested.role === undefined ? firstEntry(entries, activeRole) : undefined;
  const ofRole = first === undefined ? null : dashboardAddress(first.role) + location.search;
  const replacement = isElsewhere ? dashboardAddress(previewed) + query : ofRole;
  useEffect(() => {
    if (replacement !== null) navigate(replacement, { replace: true });
  }, [replacement, navigate]);

  const shown = shownPlace(entries, replacement === null ? requested : requestedPlace(pathOf(replacement)), activeRole);
  const shownRole = previewed === null && shown?.refusal === null ? shown.entry.role : null;
  useEffect(() => {
    if (shownRole !== null && shownRole !== activeRole) chooseRole(shownRole);
  }, [shownRole, activeRole]);
  return { entries, shown };
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? address;
}
