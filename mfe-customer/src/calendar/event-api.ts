import { addEvent, listEvents } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['Event'] as const;

export const { useQuery: useEvents } = endpoint(listEvents, { tags });
export const { useMutation: useAddEvent } = mutation(addEvent, { tags });
