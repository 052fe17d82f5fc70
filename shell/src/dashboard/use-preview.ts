import type { Lock, Role } from '@cytocomm/contract';
import { useLocation, useNavigate } from '@cytocomm/kit';
import { previewAs, useSession } from '@cytocomm/session';
import { useEffect, useMemo, useState } from 'react';
import { DASHBOARD, dashboardAddress } from './addresses.ts';
import { rolesIn } from './sections.ts';

/** What the dashboard knows of previews. */
export interface Preview {
  /** The role that is previewed; null when the person sees what is their own. */
  readonly role: Role | null;
  /** False for the moment between asking for a preview (or its end) and everything knowing of it. */
  readonly settled: boolean;
  /** The roles that may be previewed; none unless the person is an admin. */
  readonly choices: readonly Role[];
  /** Begins the preview of a role, or ends it with null. */
  readonly choose: (role: Role | null) => void;
  /** The query that links inside the dashboard carry while the preview lasts; empty outside of one. */
  readonly query: string;
}

/** The field of the address that names the previewed role. */
const FIELD = 'preview';
/** The state of the navigation by which the person ends a preview. */
const ENDED = 'preview-ended';

/**
 * Returns an admin's preview of another role's dashboard. The page's address holds the role, so Back leaves the preview and
 * a reload keeps it; a link inside the dashboard that does not name it gets it. The session holds it for the calls, which are
 * then answered as for that role, and change nothing.
 */
export function usePreview(lock: Lock): Preview {
  const { pathname, search, hash, key, state } = useLocation();
  const navigate = useNavigate();
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  const sessionRole = useSession((session) => session.previewAs);
  const choices = useMemo(() => (isAdmin ? rolesIn(lock).filter((role) => role !== 'admin') : []), [lock, isAdmin]);
  // Entries of the history that were seen outside of a preview: Back to one of them leaves it.
  const [outside] = useState(() => new Set<string>());
  const named = new URLSearchParams(search).get(FIELD);
  const goesOn = named === null && sessionRole !== null && state !== ENDED && !outside.has(key);
  const role = choices.find((choice) => choice === (goesOn ? sessionRole : named)) ?? null;

  useEffect(() => previewAs(role), [role]);
  // Leaving the dashboard leaves the preview.
  useEffect(() => () => previewAs(null), []);
  useEffect(() => {
    if (role === null) outside.add(key);
  }, [role, key, outside]);
  useEffect(() => {
    if (!goesOn || role === null) return;
    const fields = new URLSearchParams(search);
    fields.set(FIELD, role);
    navigate(`${pathname}?${fields}${hash}`, { replace: true });
  }, [goesOn, role, pathname, search, hash, navigate]);

  return {
    role,
    settled: sessionRole === role,
    choices,
    choose: (choice) => {
      if (choice === null) navigate(DASHBOARD, { state: ENDED });
      else navigate(`${dashboardAddress(choice)}?${new URLSearchParams({ [FIELD]: choice })}`);
    },
    query: role === null ? '' : `?${new URLSearchParams({ [FIELD]: role })}`,
  };
}
