import type { Lock } from '@cytocomm/contract';
import { useLocation, useNavigate } from '@cytocomm/kit';
import { chooseRole, useSession } from '@cytocomm/session';
import { useEffect, useMemo } from 'react';
import { askedPlace, dashboardAddress } from './addresses.ts';
import { type DashboardEntry, dashboardOf } from './sections.ts';
import { firstEntry, type ShownPlace, shownPlace } from './shown-place.ts';
import type { Preview } from './use-preview.ts';

/** The dashboards of the person who is signed in, and what is shown of them. */
export interface Dashboards {
  readonly entries: readonly DashboardEntry[];
  /** Undefined without any dashboard. */
  readonly shown: ShownPlace | undefined;
}

/**
 * Returns what the address asks for of the dashboards of the person who is signed in. The bare address
 * becomes that of a role, and the role whose dashboard is shown becomes the person's active one.
 */
export function useShownPlace(lock: Lock, { role: previewed, query }: Preview): Dashboards {
  const location = useLocation();
  const navigate = useNavigate();
  const roles = useSession((session) => session.roles);
  const activeRole = useSession((session) => session.activeRole);
  const entries = useMemo(() => dashboardOf(lock, previewed === null ? roles : [previewed]), [lock, roles, previewed]);
  const asked = askedPlace(location.pathname);
  // A preview has the dashboard of its role alone.
  const isElsewhere = previewed !== null && asked.role !== previewed && entries.length > 0;
  const first = asked.role === undefined ? firstEntry(entries, activeRole) : undefined;
  const ofRole = first === undefined ? null : dashboardAddress(first.role) + location.search;
  const replacement = isElsewhere ? dashboardAddress(previewed) + query : ofRole;
  useEffect(() => {
    if (replacement !== null) navigate(replacement, { replace: true });
  }, [replacement, navigate]);

  const shown = shownPlace(entries, replacement === null ? asked : askedPlace(pathOf(replacement)), activeRole);
  const shownRole = previewed === null && shown?.refusal === null ? shown.entry.role : null;
  useEffect(() => {
    if (shownRole !== null && shownRole !== activeRole) chooseRole(shownRole);
  }, [shownRole, activeRole]);
  return { entries, shown };
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? address;
}
