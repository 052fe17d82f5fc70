import {
  type CalendarEvent,
  createCalendarLink,
  listEvents,
  readCalendarLink,
  revokeCalendarLink,
} from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['Subscription'] as const;

export const { useQuery: useEvents } = endpoint(listEvents, { tags: ['Event'] });
export const { useQuery: useCalendarLink } = endpoint(readCalendarLink, { tags });
export const { useMutation: useSubscribe } = mutation(createCalendarLink, { tags });
export const { useMutation: useUnsubscribe } = mutation(revokeCalendarLink, { tags, evenIfRefused: true });

/** The day of an event, `2026-11-20`: dates of events are days in UTC, the same for everybody. */
export const dayOf = ({ date }: CalendarEvent): string => new Date(date).toISOString().slice(0, 10);
