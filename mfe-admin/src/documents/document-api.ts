import {
  changeDocument,
  type DocumentListQuery,
  deleteDocument,
  listDocuments,
  readStorageUsage,
} from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

const tags = ['Document'] as const;

/** The list that customers have, too; uploading has a call of its own, which tells its progress. */
const documents = pages(listDocuments, { tags });

/** Reads documents, page after page. */
export const useDocumentPages = (query: DocumentListQuery) => documents.useInfiniteQuery({ query });

export const { useQuery: useStorageUsage } = endpoint(readStorageUsage, { tags });
export const { useMutation: useDeleteDocument } = mutation(deleteDocument, { tags: [...tags, 'Bin'] });
export const { useMutation: useChangeDocument } = mutation(changeDocument, { tags });
