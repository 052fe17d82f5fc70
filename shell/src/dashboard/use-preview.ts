import type { Lock, Role } from '@cytocomm/contract';
import { useSearchParams } from '@cytocomm/kit';
import { previewAs, useSession } from '@cytocomm/session';
import { useEffect, useMemo } from 'react';
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
}

/**
 * Returns an admin's preview of another role's dashboard. The page's address holds the role, so Back leaves the preview and
 * a reload keeps it; the session holds it for the calls, which are then answered as for that role, and change nothing.
 */
export function usePreview(lock: Lock): Preview {
  const [search, setSearch] = useSearchParams();
  const isAdmin = useSession(({ roles }) => roles.includes('admin'));
  const sessionRole = useSession((session) => session.previewAs);
  const choices = useMemo(() => (isAdmin ? rolesIn(lock).filter((role) => role !== 'admin') : []), [lock, isAdmin]);
  const addressRole = search.get('preview');
  const role = choices.find((choice) => choice === addressRole) ?? null;

  useEffect(() => previewAs(role), [role]);
  // Leaving the dashboard leaves the preview.
  useEffect(() => () => previewAs(null), []);

  return {
    role,
    settled: sessionRole === role,
    choices,
    choose: (choice) => setSearch(choice === null ? {} : { preview: choice }),
  };
}
