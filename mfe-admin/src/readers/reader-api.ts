import { countDocumentReaders, listNonReaders, listPersonAccesses, remindNonReaders } from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

// Looked at seldom, and by then others have opened it.
export const { useQuery: useDocumentReaders } = endpoint(countDocumentReaders, { keepUnusedDataFor: 0 });
export const { useInfiniteQuery: useNonReaderPages } = pages(listNonReaders, { keepUnusedDataFor: 0 });
export const { useInfiniteQuery: usePersonAccessPages } = pages(listPersonAccesses, { keepUnusedDataFor: 0 });
// The mails show in the list of mails.
export const { useMutation: useRemindNonReaders } = mutation(remindNonReaders, { tags: ['Operations'] });
