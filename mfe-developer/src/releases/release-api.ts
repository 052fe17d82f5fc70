import { listReleases, listRemoteReleases, readRelease } from '@cytocomm/contract';
import { endpoint, pages } from '@cytocomm/portal-api';

const tags = ['Release'] as const;

export const { useInfiniteQuery: useReleasePages } = pages(listReleases, { tags });
export const { useInfiniteQuery: useRemoteReleasePages } = pages(listRemoteReleases, { tags });
export const { useQuery: useRelease } = endpoint(readRelease, { tags });
