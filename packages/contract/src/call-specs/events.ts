import {
  adminEventListQuerySchema,
  calendarFeedQuerySchema,
  calendarLinkSchema,
  calendarLinkStateSchema,
  eventChangeSchema,
  eventExportQuerySchema,
  eventListQuerySchema,
  eventListSchema,
  eventPageSchema,
  eventSchema,
  newEventSchema,
  publicEventListQuerySchema,
} from '../api/events.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  addEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  exportEvents,
  listAllEvents,
  listEvents,
  listPublicEvents,
  readCalendarFeed,
  readCalendarLink,
  readEvent,
  readPublicCalendar,
  readVisibleEvent,
  revokeCalendarLink,
} from '../calls/events.ts';
import { KEY_HEADER, KEY_PROBLEMS } from './idempotency.ts';
import { CSV_DESCRIPTION, csvFile, empty, json, SEARCH_DESCRIPTION, specsOf, written } from './spec.ts';

const spec = specsOf('events');

/** The calendar. */
export const eventSpecs = [
  spec(listEvents, {
    summary: 'The events of the calendar that you may see, by default all in the order of their dates',
    query: eventListQuerySchema,
    reply: json(eventListSchema),
  }),
  spec(listPublicEvents, {
    summary: 'The public events, in the order of their dates, by default of the last year and to come; at most 500',
    query: publicEventListQuerySchema,
    reply: json(eventListSchema),
  }),
  spec(readPublicCalendar, {
    summary: 'The public events of the last year and to come as iCalendar; at most 500',
    isHandedOut: true,
    reply: written(['text/calendar'], 'The events; unchanged: 304'),
  }),
  spec(readCalendarFeed, {
    summary: 'The events that you may see as iCalendar, at a private address; of more than 2,000 the latest',
    query: calendarFeedQuerySchema,
    isHandedOut: true,
    reply: written(['text/calendar'], 'The events; unchanged: 304'),
    problems: { 'not-found': 404 },
  }),
  spec(readCalendarLink, {
    summary: 'Your private address of the calendar, if you have one',
    reply: json(calendarLinkStateSchema),
  }),
  spec(createCalendarLink, {
    summary: 'A new private address of the calendar; the one before is revoked',
    reply: json(calendarLinkSchema),
  }),
  spec(revokeCalendarLink, {
    summary: 'Revoke your private address of the calendar',
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  spec(readVisibleEvent, {
    summary: 'One event of those that you may see',
    params: recordParamsSchema,
    reply: json(eventSchema),
    problems: { 'not-found': 404 },
  }),
  spec(listAllEvents, {
    summary: 'All events, in the order of their dates unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    query: adminEventListQuerySchema,
    reply: json(eventPageSchema),
  }),
  spec(exportEvents, {
    summary: 'Events as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    query: eventExportQuerySchema,
    reply: csvFile,
    problems: { busy: 503 },
  }),
  spec(readEvent, {
    summary: 'One event',
    params: recordParamsSchema,
    reply: json(eventSchema),
    problems: { 'not-found': 404 },
  }),
  spec(addEvent, {
    summary: 'Add an event',
    headers: KEY_HEADER,
    body: newEventSchema,
    reply: json(eventSchema, 201),
    problems: KEY_PROBLEMS,
  }),
  spec(changeEvent, {
    summary: 'Change fields of an event; null takes one away',
    params: recordParamsSchema,
    body: eventChangeSchema,
    reply: json(eventSchema),
    problems: { 'not-found': 404 },
  }),
  spec(deleteEvent, {
    summary: 'Delete an event',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
];
