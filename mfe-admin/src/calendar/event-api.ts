import type { CalendarEvent, EventChange, EventList, NewEvent } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about events that an admin makes. */
export const eventApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminEvents: build.query<EventList, void>({ query: () => '/events', providesTags: ['Event'] }),
    adminAddEvent: build.mutation<CalendarEvent, NewEvent>({
      query: (body) => ({ url: '/admin/events', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Event']),
    }),
    adminChangeEvent: build.mutation<CalendarEvent, { id: string; change: EventChange }>({
      query: ({ id, change }) => ({ url: `/admin/events/${encodeURIComponent(id)}`, method: 'PATCH', body: change }),
      invalidatesTags: (_, error) => (error ? [] : ['Event']),
    }),
    adminDeleteEvent: build.mutation<null, string>({
      query: (id) => ({ url: `/admin/events/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? [] : ['Event']),
    }),
  }),
});

export const {
  useAdminEventsQuery,
  useAdminAddEventMutation,
  useAdminChangeEventMutation,
  useAdminDeleteEventMutation,
} = eventApi;

/** The day of an event, `2026-11-20`: dates of events are days in UTC, the same for everybody. */
export const dayOf = ({ date }: CalendarEvent): string => new Date(date).toISOString().slice(0, 10);

/** The moment of an event on another day, at the same time of day. */
export const onDay = (event: CalendarEvent, day: string): string =>
  `${day}T${new Date(event.date).toISOString().slice(11)}`;
