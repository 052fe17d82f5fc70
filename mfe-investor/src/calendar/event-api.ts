import type { CalendarEvent, CalendarLink, CalendarLinkState, EventList } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about events, and about the private address of the calendar. */
export const eventApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    investorEvents: build.query<EventList, void>({
      query: () => '/events',
      providesTags: ['Event'],
    }),
    investorCalendarLink: build.query<CalendarLinkState, void>({
      query: () => '/events/subscription',
      providesTags: ['Subscription'],
    }),
    investorSubscribe: build.mutation<CalendarLink, void>({
      query: () => ({ url: '/events/subscription', method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['Subscription']),
    }),
    investorUnsubscribe: build.mutation<null, void>({
      query: () => ({ url: '/events/subscription', method: 'DELETE' }),
      invalidatesTags: ['Subscription'],
    }),
  }),
});

export const {
  useInvestorEventsQuery,
  useInvestorCalendarLinkQuery,
  useInvestorSubscribeMutation,
  useInvestorUnsubscribeMutation,
} = eventApi;

/** The day of an event, `2026-11-20`: dates of events are days in UTC, the same for everybody. */
export const dayOf = ({ date }: CalendarEvent): string => new Date(date).toISOString().slice(0, 10);
