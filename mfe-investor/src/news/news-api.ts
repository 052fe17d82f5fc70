import { portalApi } from '@cytocomm/portal-api';

/** A published press release as the API gives it. */
export interface PressRelease {
  readonly id: string;
  readonly title: string;
  /** HTML; not trusted. */
  readonly content: string;
  readonly date: string;
}

/** One page of releases, newest first. */
export interface ReleasePage {
  readonly items: readonly PressRelease[];
  readonly nextCursor: string | null;
}

const PAGE_SIZE = 10;

/** The calls about news. */
export const newsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    investorNews: build.infiniteQuery<ReleasePage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/press-releases',
        params: { target: 'investors', limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['PressRelease'],
    }),
    investorCompanyNews: build.query<ReleasePage, number>({
      query: (limit) => ({ url: '/press-releases', params: { target: 'public', limit } }),
      providesTags: ['PressRelease'],
    }),
  }),
});

export const { useInvestorNewsInfiniteQuery, useInvestorCompanyNewsQuery } = newsApi;
