import { portalApi } from '@cytocomm/portal-api';

/** A document as the API gives it. */
export interface CustomerDocument {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly url: string;
  readonly visibility: string;
  readonly uploadedAt: string;
  readonly size: number;
}

/** One page of documents, newest first. */
interface DocumentPage {
  readonly items: readonly CustomerDocument[];
  readonly nextCursor: string | null;
}

/** The calls about documents for customers. */
export const documentApi = portalApi.injectEndpoints({
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
