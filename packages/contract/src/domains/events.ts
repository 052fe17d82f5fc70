import { z } from 'zod';
import { MAX_EVENTS_LISTED } from '../bounds.ts';
import { CSV_DESCRIPTION, callsOf, csvFile, empty, json, KEY_HEADER, KEY_PROBLEMS, written } from '../define-call.ts';
import { type EventTimes, timesFault } from '../event-times.ts';
import {
  groupSchema,
  itemGroupsSchema,
  limitOf,
  pageFields,
  pageOf,
  searchOf,
  sortOf,
  timeZoneSchema,
} from '../fields.ts';
import { MAX_ROLES_OF_PERSON, roleSchema } from '../roles.ts';
import { lineOf, recordIdSchema, recordParamsSchema } from '../text.ts';

/** Who sees an event: everybody in the world, or people who hold one of some roles. Admins see all. */
export const eventAudienceSchema = z
  .union([z.literal('public'), z.array(roleSchema).min(1).max(MAX_ROLES_OF_PERSON)], {
    error: 'public, or a list of roles',
  })
  .refine((audience) => audience === 'public' || new Set(audience).size === audience.length, 'each role once')
  .meta({ id: 'EventAudience' });
/** Who sees an event. */
export type EventAudience = z.infer<typeof eventAudienceSchema>;

/** An event of the calendar. An empty field is absent. */
export const eventSchema = z
  .object({
    id: recordIdSchema,
    title: z.string(),
    date: z.iso.datetime().describe('when it begins; of whole days the first, at midnight UTC'),
    end: z.iso.datetime().optional().describe('when it ends; of whole days the last of them, at midnight UTC'),
    allDay: z.boolean().optional().describe('whole days; absent: midnight UTC without a time zone means them'),
    timeZone: z.string().optional().describe('where it is, as the IANA database names it'),
    place: z.string().optional(),
    url: z.string().optional(),
    audience: eventAudienceSchema.optional().describe('for admins only; absent: everybody signed in'),
    groups: z.array(groupSchema).optional().describe('for admins only, where it is for people in one of these alone'),
  })
  .meta({ id: 'Event' });
/** An event of the calendar. */
export type CalendarEvent = z.infer<typeof eventSchema>;

/** The events of the calendar, in the order of their dates. */
export const eventListSchema = z.object({ items: z.array(eventSchema) });
/** The events of the calendar. */
export type EventList = z.infer<typeof eventListSchema>;

const dateSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'an existing date of ISO 8601' })
  .describe('a date, or a date and time with its offset; midnight UTC is a whole day');

const webAddressSchema = z
  .string()
  .trim()
  .max(1000, 'at most 1000 characters')
  .refine(isWebAddress, 'an address that begins with https://')
  .describe('an address that begins with https://');

function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^\s\p{Cc}\\]+$/u.test(text) || !text.isWellFormed() || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function checkTimes(times: EventTimes, context: z.RefinementCtx): void {
  const fault = timesFault(times);
  if (fault !== null) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
}

const eventFields = {
  title: lineOf(200),
  date: dateSchema,
  end: dateSchema.describe('when it ends; of whole days the last of them'),
  allDay: z.boolean().describe('whole days'),
  timeZone: timeZoneSchema.describe('where it is, as the IANA database names it'),
  place: lineOf(200),
  url: webAddressSchema,
  audience: eventAudienceSchema.describe('who sees it; without one everybody signed in'),
  groups: itemGroupsSchema,
};

/** What an admin sends to add an event. */
export const newEventSchema = z
  .strictObject(eventFields)
  .partial()
  .required({ title: true, date: true })
  .superRefine(checkTimes)
  .meta({ id: 'NewEvent' });
/** What an admin sends to add an event. */
export type NewEvent = z.input<typeof newEventSchema>;

/** What an admin sends to change an event: the fields that change; null takes one away. */
export const eventChangeSchema = z
  .strictObject({
    ...eventFields,
    end: eventFields.end.nullable(),
    allDay: eventFields.allDay.nullable(),
    timeZone: eventFields.timeZone.nullable(),
    place: eventFields.place.nullable(),
    url: eventFields.url.nullable(),
    audience: eventFields.audience.nullable(),
    groups: eventFields.groups.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing is changed')
  .meta({ id: 'EventChange' });
/** What an admin sends to change an event. */
export type EventChange = z.input<typeof eventChangeSchema>;

/** The query of the list of public events. */
export const publicEventListQuerySchema = z.strictObject({
  from: dateSchema.optional().describe('events from this time on, and those still running then'),
  to: dateSchema.optional().describe('events before this moment'),
});
/** From when to when public events are wanted. */
export type PublicEventListQuery = z.infer<typeof publicEventListQuerySchema>;

/** The query of the list of events. */
export const eventListQuerySchema = publicEventListQuerySchema.extend({
  sort: sortOf(['date']).optional().describe('by default date'),
  limit: limitOf(MAX_EVENTS_LISTED).optional().describe(`how many, 1 to ${MAX_EVENTS_LISTED}; by default all`),
});
/** Which events are wanted, in which order. */
export type EventListQuery = z.infer<typeof eventListQuerySchema>;

/** By what the admins' list of events can be ordered. */
const EVENT_ORDERS = ['date', 'title'] as const;
/** What the admins' list of events is ordered by. */
export type EventOrder = (typeof EVENT_ORDERS)[number];

const eventSortSchema = sortOf(EVENT_ORDERS).meta({ id: 'EventSort' });
/** The order of the admins' list of events; with a `-` before it the other way round. */
export type EventSort = z.infer<typeof eventSortSchema>;

/** Whom events of a list are for. */
const audienceFilterSchema = z.union([z.enum(['public', 'signed_in']), roleSchema], {
  error: 'public, signed_in, or a role',
});

/** Which events are wanted: the fields that the admins' list and the export have in common. */
const eventFilterFields = {
  search: searchOf(200)
    .optional()
    .describe('words, each of which is part of the title or the place; shorter than 3 characters the start of a word'),
  sort: eventSortSchema.optional().describe('by default date'),
  when: z.enum(['upcoming', 'past']).optional().describe('upcoming: those that are not over, too'),
  today: z.iso
    .date()
    .optional()
    .describe('the day where the reader is: events of whole days are over after it; by default the day by UTC'),
  audience: audienceFilterSchema
    .optional()
    .describe('only those that were made for it: public, a role, or signed_in for those without an audience'),
  allDay: z.enum(['true', 'false']).optional().describe('true: of whole days alone; false: those with a time alone'),
};

/** Which events an export has; in which order. */
export const eventExportQuerySchema = z.strictObject(eventFilterFields);
/** Which events an export has. */
export type EventExportQuery = z.infer<typeof eventExportQuerySchema>;

/** The query of the admins' list of events. */
export const adminEventListQuerySchema = z.strictObject({ ...eventFilterFields, ...pageFields });
/** The query of the admins' list of events. */
export type AdminEventListQuery = z.infer<typeof adminEventListQuerySchema>;

/** One page of events. */
export const eventPageSchema = pageOf(eventSchema);
/** One page of events. */
export type EventPage = z.infer<typeof eventPageSchema>;

/** The private address of the calendar. */
export const calendarLinkSchema = z.object({ url: z.string() }).meta({ id: 'CalendarLink' });
/** The private address of the calendar. */
export type CalendarLink = z.infer<typeof calendarLinkSchema>;

/** The active private address, if there is one. */
export const calendarLinkStateSchema = z
  .object({
    url: z.string().nullable(),
    createdAt: z.iso.datetime().nullable(),
    lastReadAt: z.iso.datetime().nullable().describe('to the hour; null while no calendar program has read at it'),
  })
  .meta({ id: 'CalendarLinkState' });
/** The active private address. */
export type CalendarLinkState = z.infer<typeof calendarLinkStateSchema>;

/** The query of the iCalendar feed. */
export const calendarFeedQuerySchema = z.strictObject({ token: z.string().min(1).max(200) });
/** The token of a private address of the calendar. */
export type CalendarFeedQuery = z.infer<typeof calendarFeedQuerySchema>;

const call = callsOf('events');

/** The calendar. */
export default {
  listEvents: call('GET', '/api/events', {
    summary: 'List events you can see, by default by date',
    query: eventListQuerySchema,
    reply: json(eventListSchema),
  }),
  listPublicEvents: call('GET', '/api/events/public', {
    summary: 'List public events by date, by default of the last year and upcoming; at most 500',
    query: publicEventListQuerySchema,
    reply: json(eventListSchema),
  }),
  readPublicCalendar: call('GET', '/api/events/public.ics', {
    summary: 'Read public events of the last year and upcoming as iCalendar; at most 500',
    isHandedOut: true,
    reply: written(['text/calendar'], 'The events; unchanged: 304'),
  }),
  readCalendarFeed: call('GET', '/api/events.ics', {
    summary: 'Read events you can see as iCalendar, at a private address; the latest 2,000',
    query: calendarFeedQuerySchema,
    isHandedOut: true,
    reply: written(['text/calendar'], 'The events; unchanged: 304'),
    problems: { 'not-found': 404 },
  }),
  readCalendarLink: call('GET', '/api/events/subscription', {
    summary: 'Read your private calendar address',
    reply: json(calendarLinkStateSchema),
  }),
  createCalendarLink: call('POST', '/api/events/subscription', {
    summary: 'Create a new private calendar address and revoke the old one',
    reply: json(calendarLinkSchema),
  }),
  revokeCalendarLink: call('DELETE', '/api/events/subscription', {
    summary: 'Revoke your private calendar address',
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  readVisibleEvent: call('GET', '/api/events/:id', {
    summary: 'Read an event you can see',
    params: recordParamsSchema,
    reply: json(eventSchema),
    problems: { 'not-found': 404 },
  }),
  listAllEvents: call('GET', '/api/admin/events', {
    summary: 'List all events, by default by date',
    query: adminEventListQuerySchema,
    reply: json(eventPageSchema),
  }),
  exportEvents: call('GET', '/api/admin/events.csv', {
    summary: 'Export events as CSV',
    description: CSV_DESCRIPTION,
    query: eventExportQuerySchema,
    reply: csvFile,
    problems: { busy: 503 },
  }),
  readEvent: call('GET', '/api/admin/events/:id', {
    summary: 'Read an event',
    params: recordParamsSchema,
    reply: json(eventSchema),
    problems: { 'not-found': 404 },
  }),
  addEvent: call('POST', '/api/admin/events', {
    summary: 'Add an event',
    headers: KEY_HEADER,
    body: newEventSchema,
    reply: json(eventSchema, 201),
    problems: KEY_PROBLEMS,
  }),
  changeEvent: call('PATCH', '/api/admin/events/:id', {
    summary: 'Change fields of an event; null removes one',
    params: recordParamsSchema,
    body: eventChangeSchema,
    reply: json(eventSchema),
    problems: { 'not-found': 404 },
  }),
  deleteEvent: call('DELETE', '/api/admin/events/:id', {
    summary: 'Delete an event',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
};
