import type { DocumentPage } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about documents for customers. */
export const documentApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    customerDocuments: build.infiniteQuery<DocumentPage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/documents',
        params: { limit: 50, ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['Document'],
    }),
  }),
});

export const { useCustomerDocumentsInfiniteQuery } = documentApi;
