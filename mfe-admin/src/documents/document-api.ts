import type { DocumentAccessPage, DocumentPage } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about documents that an admin makes; uploading has its own, which tells its progress. */
export const documentApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminDocuments: build.infiniteQuery<DocumentPage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/documents',
        params: { limit: 50, ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['Document'],
    }),
    adminDocumentAccesses: build.infiniteQuery<DocumentAccessPage, string, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ queryArg: id, pageParam: cursor }) => ({
        url: `/admin/documents/${encodeURIComponent(id)}/accesses`,
        params: { limit: 50, ...(cursor !== null && { cursor }) },
      }),
      // Looked at seldom, and by then it has grown.
      keepUnusedDataFor: 0,
    }),
    adminDeleteDocument: build.mutation<null, string>({
      query: (id) => ({ url: `/admin/documents/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? [] : ['Document']),
    }),
  }),
});

export const { useAdminDocumentAccessesInfiniteQuery, useAdminDocumentsInfiniteQuery, useAdminDeleteDocumentMutation } =
  documentApi;
