import { listDocumentAccesses } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

// Looked at seldom, and by then it has grown.
export const { useInfiniteQuery: useAccessPages } = pages(listDocumentAccesses, { keepUnusedDataFor: 0 });
