import { createCalendarLink, listEvents, readCalendarLink, revokeCalendarLink } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['Subscription'] as const;

export const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });
export const { useQuery: useCalendarLink } = endpoint(readCalendarLink, { tags });
export const { useMutation: useSubscribe } = mutation(createCalendarLink, { tags });
export const { useMutation: useUnsubscribe } = mutation(revokeCalendarLink, { tags, evenIfRefused: true });
