import { listAcknowledgements, listMissingAcknowledgements } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

// Looked at seldom, and by then others have acknowledged it.
export const { useInfiniteQuery: useAcknowledgementPages } = pages(listAcknowledgements, { keepUnusedDataFor: 0 });
export const { useInfiniteQuery: useMissingPages } = pages(listMissingAcknowledgements, { keepUnusedDataFor: 0 });
