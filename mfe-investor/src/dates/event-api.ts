import { listEvents } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';

export const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });
