import { countReaders, listGroups } from '@cytocomm/contract';
import { endpoint } from '../endpoint.ts';

/** Reads the groups of readers that people are in. */
export const { useQuery: useGroups } = endpoint(listGroups, { tags: ['User'] });

/** Reads how many people with some roles are in some groups. */
export const { useQuery: useReaderCount } = endpoint(countReaders, { tags: ['User'], keepUnusedDataFor: 0 });
