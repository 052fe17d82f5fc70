import { listRemotes, type Role } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';
import { useMemo } from 'react';

/** The roles of the portal itself that an admin can give, in the order of the table. */
const OF_PORTAL: readonly Role[] = ['admin', 'investor', 'customer'];
/** Given by the command line alone. */
const NOT_GIVEN = 'developer';

const { useQuery: useRemotes } = endpoint(listRemotes, { tags: ['Remote'] });

/** The roles that an admin can give. */
export interface AssignableRoles {
  readonly roles: readonly Role[];
  /** Whether the server has said which roles teams have; until then those of the portal itself are here alone. */
  readonly isComplete: boolean;
  /** Why those of teams are missing; null while they are awaited or known. */
  readonly failure: { readonly error: unknown; readonly isRetrying: boolean; readonly retry: () => void } | null;
}

/** Returns the roles that an admin can give: those of the portal itself, then those of teams in the order of the alphabet. */
export function useAssignableRoles(): AssignableRoles {
  const { data, error, isFetching, refetch } = useRemotes();
  const known = useMemo(() => {
    const named = Array.isArray(data?.items) ? data.items.flatMap(({ claims }) => claims?.roles ?? []) : [];
    const brought = named.filter((role) => role !== NOT_GIVEN && !OF_PORTAL.includes(role));
    return { roles: [...OF_PORTAL, ...[...new Set(brought)].sort()], isComplete: data !== undefined };
  }, [data]);
  const isMissing = data === undefined && error !== undefined;
  return { ...known, failure: isMissing ? { error, isRetrying: isFetching, retry: () => void refetch() } : null };
}
