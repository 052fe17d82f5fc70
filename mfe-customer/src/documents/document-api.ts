import { type DocumentListQuery, listDocuments } from '@cytocomm/contract';
import { useRowsAtOnce } from '@cytocomm/kit/dashboard';
import { pages } from '@cytocomm/portal-api';

const documents = pages(listDocuments, { tags: ['Document'] });

/** How many are read at once. */
const PAGE = 50;

/** Reads the documents for customers: an admin, who looks in here too, may read every document there is. */
export function useDocumentPages(query: Pick<DocumentListQuery, 'search' | 'sort' | 'kind'>) {
  const limit = useRowsAtOnce(PAGE);
  return documents.useInfiniteQuery({ query: { limit, visibility: 'customer', ...query } });
}
