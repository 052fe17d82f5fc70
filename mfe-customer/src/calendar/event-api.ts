import type { CalendarEvent, EventList, NewEvent } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about events. */
export const eventApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    calendarEvents: build.query<EventList, void>({
      query: () => '/events',
      providesTags: ['Event'],
    }),
    calendarAddEvent: build.mutation<CalendarEvent, NewEvent>({
      query: (body) => ({ url: '/admin/events', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Event']),
    }),
  }),
});

export const { useCalendarEventsQuery, useCalendarAddEventMutation } = eventApi;
