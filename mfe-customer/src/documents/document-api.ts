import { listDocuments } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

const documents = pages(listDocuments, { tags: ['Document'] });

/** Reads the documents, 50 at once. */
export const useDocumentPages = () => documents.useInfiniteQuery({ query: { limit: 50 } });
