import { listPressReleases, readPressRelease } from '@cytocomm/contract';
import { endpoint, pages } from '@cytocomm/portal-api';

const tags = ['PressRelease'] as const;
const releases = pages(listPressReleases, { tags });

/** Reads the news for investors, 10 at once. */
export const useInvestorNews = () => releases.useInfiniteQuery({ query: { target: 'investors', limit: 10 } });

export const { useQuery: usePressReleases } = endpoint(listPressReleases, { tags });

/** Reads one piece of news. */
export const { useQuery: usePressRelease } = endpoint(readPressRelease, { tags });
