import { portalApi } from '@cytocomm/portal-api';

/** An event as the API gives it. */
export interface CalendarEvent {
  readonly id: string;
  readonly title: string;
  readonly date: string;
}

/** The calls about events, and about the private address of the calendar. */
export const eventApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    investorEvents: build.query<{ items: readonly CalendarEvent[] }, void>({
      query: () => '/events',
      providesTags: ['Event'],
    }),
    investorSubscribe: build.mutation<{ url: string }, void>({
      query: () => ({ url: '/events/subscription', method: 'POST' }),
    }),
    investorUnsubscribe: build.mutation<null, void>({
      query: () => ({ url: '/events/subscription', method: 'DELETE' }),
    }),
  }),
});

export const { useInvestorEventsQuery, useInvestorSubscribeMutation, useInvestorUnsubscribeMutation } = eventApi;

/** The day of an event, `2026-11-20`: dates of events are days in UTC, the same for everybody. */
export const dayOf = ({ date }: CalendarEvent): string => new Date(date).toISOString().slice(0, 10);
