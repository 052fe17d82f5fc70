import type { DocumentPage } from '@cytocomm/contract';
import { portalApi } from '@cytocomm/portal-api';

/** The calls about documents that an admin makes; uploading has its own, which tells its progress. */
export const documentApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    adminDocuments: build.infiniteQuery<DocumentPage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/documents',
        params: { limit: 50, ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['Document'],
    }),
    adminDeleteDocument: build.mutation<null, string>({
      query: (id) => ({ url: `/admin/documents/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? [] : ['Document']),
    }),
  }),
});

export const { useAdminDocumentsInfiniteQuery, useAdminDeleteDocumentMutation } = documentApi;
