import {
  addEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  listEvents,
  readCalendarLink,
  revokeCalendarLink,
} from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['Event'] as const;
const linkTags = ['Subscription'] as const;

export const { useQuery: useEvents } = endpoint(listEvents, { tags });
export const { useMutation: useAddEvent } = mutation(addEvent, { tags });
export const { useMutation: useChangeEvent } = mutation(changeEvent, { tags });
export const { useMutation: useDeleteEvent } = mutation(deleteEvent, { tags: [...tags, 'Bin'] });

export const { useQuery: useCalendarLink } = endpoint(readCalendarLink, { tags: linkTags });
export const { useMutation: useSubscribe } = mutation(createCalendarLink, { tags: linkTags });
export const { useMutation: useUnsubscribe } = mutation(revokeCalendarLink, { tags: linkTags, evenIfRefused: true });
