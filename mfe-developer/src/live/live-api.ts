import {
  type LockItem,
  listLocks,
  listRemotes,
  promoteCanary,
  promoteReleases,
  readLiveLock,
  readLock,
  rollBack,
  stopCanary,
  switchRemoteOff,
  switchRemoteOn,
} from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

/** How many locks are asked for at once. */
export const LOCK_PAGE = 8;

// What refuses a change, such as a lock that has moved, says that what is shown is old.
const moving = { tags: ['Lock', 'Release'], evenIfRefused: true } as const;
const switching = { tags: ['Remote'], evenIfRefused: true } as const;

export const { useQuery: useLiveLock } = endpoint(readLiveLock, { tags: ['Lock'] });
export const { useInfiniteQuery: useLockPages } = pages(listLocks, { tags: ['Lock'] });
/** Returns the running canary; null when there is none or it has not been read. Any other promotion ends it, so it is the newest lock. */
export function useRunningCanary(): LockItem | null {
  const { data } = useLockPages({ query: { limit: LOCK_PAGE } });
  return data?.pages[0]?.items.find(({ canary }) => canary !== undefined) ?? null;
}

export const { useQuery: useLock } = endpoint(readLock);
export const { useQuery: useRemotes } = endpoint(listRemotes, { tags: ['Remote', 'Lock'] });
export const { useMutation: usePromote } = mutation(promoteReleases, moving);
export const { useMutation: useRollBack } = mutation(rollBack, moving);
export const { useMutation: usePromoteCanary } = mutation(promoteCanary, moving);
export const { useMutation: useStopCanary } = mutation(stopCanary, moving);
export const { useMutation: useSwitchOff } = mutation(switchRemoteOff, switching);
export const { useMutation: useSwitchOn } = mutation(switchRemoteOn, switching);
