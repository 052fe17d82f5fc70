import type {
  CalendarEvent,
  CalendarFeedQuery,
  CalendarLink,
  CalendarLinkState,
  EventChange,
  EventList,
  EventListQuery,
  NewEvent,
} from '../api/events.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The events of the calendar that the caller may see, by date. */
export const listEvents = /* @__PURE__ */ call<Nothing, EventListQuery, undefined, EventList>('GET', '/api/events');

/** The public events, for everybody, by date: those of the last year and to come, at most 500. */
export const listPublicEvents = /* @__PURE__ */ call<Nothing, EventListQuery, undefined, EventList>(
  'GET',
  '/api/events/public',
);

/** The public events of the last year and to come, as a file for calendar programs. */
export const readPublicCalendar = /* @__PURE__ */ call('GET', '/api/events/public.ics');

/** The calendar as a file for calendar programs, at a private address. */
export const readCalendarFeed = /* @__PURE__ */ call<Nothing, CalendarFeedQuery>('GET', '/api/events.ics');

/** The caller's private address of the calendar, if there is one. */
export const readCalendarLink = /* @__PURE__ */ call<Nothing, Nothing, undefined, CalendarLinkState>(
  'GET',
  '/api/events/subscription',
);

/** Makes a new private address; the one before is revoked. */
export const createCalendarLink = /* @__PURE__ */ call<Nothing, Nothing, undefined, CalendarLink>(
  'POST',
  '/api/events/subscription',
);

/** Revokes the caller's private address. */
export const revokeCalendarLink = /* @__PURE__ */ call('DELETE', '/api/events/subscription');

/** Adds an event. */
export const addEvent = /* @__PURE__ */ call<Nothing, Nothing, NewEvent, CalendarEvent>('POST', '/api/admin/events');

/** Changes an event. */
export const changeEvent = /* @__PURE__ */ call<RecordParams, Nothing, EventChange, CalendarEvent>(
  'PATCH',
  '/api/admin/events/:id',
);

/** Deletes an event. */
export const deleteEvent = /* @__PURE__ */ call<RecordParams>('DELETE', '/api/admin/events/:id');
