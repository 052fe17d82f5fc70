import { type BuiltInRole, listRemotes, type Role } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';

const OF_PORTAL: readonly BuiltInRole[] = ['admin', 'investor', 'customer', 'developer'];

const { useQuery: useRemotes } = endpoint(listRemotes, { tags: ['Remote'] });

/** Returns the roles that events can be for: those of the portal itself, then those that teams bring, in the order of the alphabet. */
export function useAudienceRoles(): readonly Role[] {
  const { data } = useRemotes();
  const named = Array.isArray(data?.items) ? data.items.flatMap(({ claims }) => claims?.roles ?? []) : [];
  return [...new Set([...OF_PORTAL, ...named.toSorted()])];
}
