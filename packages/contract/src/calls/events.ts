import type {
  AdminEventListQuery,
  CalendarEvent,
  CalendarFeedQuery,
  CalendarLink,
  CalendarLinkState,
  EventChange,
  EventExportQuery,
  EventList,
  EventListQuery,
  EventPage,
  NewEvent,
  PublicEventListQuery,
} from '../api/events.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The events of the calendar that the caller may see, by date. */
export const listEvents = /* @__PURE__ */ call<Nothing, EventListQuery, undefined, EventList>('GET', '/api/events');

/** One event of those that the caller may see. */
export const readVisibleEvent = /* @__PURE__ */ call<RecordParams, Nothing, undefined, CalendarEvent>(
  'GET',
  '/api/events/:id',
);

/** The public events, for everybody, by date: those of the last year and to come, at most 500. */
export const listPublicEvents = /* @__PURE__ */ call<Nothing, PublicEventListQuery, undefined, EventList>(
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

/** All events, page by page: searched, filtered and ordered. */
export const listAllEvents = /* @__PURE__ */ call<Nothing, AdminEventListQuery, undefined, EventPage>(
  'GET',
  '/api/admin/events',
);

/** Events as a file for a spreadsheet. */
export const exportEvents = /* @__PURE__ */ call<Nothing, EventExportQuery>('GET', '/api/admin/events.csv');

/** One event. */
export const readEvent = /* @__PURE__ */ call<RecordParams, Nothing, undefined, CalendarEvent>(
  'GET',
  '/api/admin/events/:id',
);

/** Adds an event. */
export const addEvent = /* @__PURE__ */ call<Nothing, Nothing, NewEvent, CalendarEvent>('POST', '/api/admin/events');

/** Changes an event. */
export const changeEvent = /* @__PURE__ */ call<RecordParams, Nothing, EventChange, CalendarEvent>(
  'PATCH',
  '/api/admin/events/:id',
);

/** Deletes an event. */
export const deleteEvent = /* @__PURE__ */ call<RecordParams>('DELETE', '/api/admin/events/:id');
