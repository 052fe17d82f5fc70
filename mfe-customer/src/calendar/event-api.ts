import { portalApi } from '@cytocomm/portal-api';

/** An event as the API gives it. */
export interface CalendarEvent {
  readonly id: string;
  readonly title: string;
  readonly date: string;
}

/** The calls about events. */
export const eventApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    calendarEvents: build.query<{ items: readonly CalendarEvent[] }, void>({
      query: () => '/events',
      providesTags: ['Event'],
    }),
    calendarAddEvent: build.mutation<CalendarEvent, { title: string; date: string }>({
      query: (body) => ({ url: '/admin/events', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Event']),
    }),
  }),
});

export const { useCalendarEventsQuery, useCalendarAddEventMutation } = eventApi;
