import {
  type AdminEventListQuery,
  addEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  listAllEvents,
  listEvents,
  readCalendarLink,
  readEvent,
  readVisibleEvent,
  revokeCalendarLink,
} from '@cytocomm/contract';
import { endpoint, mutation, pages } from '@cytocomm/portal-api';

const tags = ['Event'] as const;
const linkTags = ['Subscription'] as const;

export const { useQuery: useEvents } = endpoint(listEvents, { tags });
export const { useQuery: useEvent } = endpoint(readEvent, { tags });
export const { useQuery: useVisibleEvent } = endpoint(readVisibleEvent, { tags });
export const { useMutation: useAddEvent } = mutation(addEvent, { tags });
export const { useMutation: useChangeEvent } = mutation(changeEvent, { tags, evenIfRefused: true });
export const { useMutation: useDeleteEvent } = mutation(deleteEvent, { tags: [...tags, 'Bin'] });

export const { useQuery: useCalendarLink } = endpoint(readCalendarLink, { tags: linkTags });
export const { useMutation: useSubscribe } = mutation(createCalendarLink, { tags: linkTags });
export const { useMutation: useUnsubscribe } = mutation(revokeCalendarLink, { tags: linkTags, evenIfRefused: true });

const all = pages(listAllEvents, { tags });

/** Reads the events that admins work with, page after page. */
export const useEventPages = (query: AdminEventListQuery) => all.useInfiniteQuery({ query });
