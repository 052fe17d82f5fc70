import type { PressReleasePage } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

const PAGE_SIZE = 10;

/** The calls about news. */
export const newsApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    investorNews: build.infiniteQuery<PressReleasePage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/press-releases',
        params: { target: 'investors', limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['PressRelease'],
    }),
    investorCompanyNews: build.query<PressReleasePage, number>({
      query: (limit) => ({ url: '/press-releases', params: { target: 'public', limit } }),
      providesTags: ['PressRelease'],
    }),
  }),
});

export const { useInvestorNewsInfiniteQuery, useInvestorCompanyNewsQuery } = newsApi;
