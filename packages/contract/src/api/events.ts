import { z } from 'zod';
import { lineOf, recordIdSchema } from './text.ts';

/** An event of the calendar. */
export const eventSchema = z
  .object({ id: recordIdSchema, title: z.string(), date: z.iso.datetime() })
  .meta({ id: 'Event' });
/** An event of the calendar. */
export type CalendarEvent = z.infer<typeof eventSchema>;

/** The events of the calendar, in the order of their dates. */
export const eventListSchema = z.object({ items: z.array(eventSchema) });
/** The events of the calendar. */
export type EventList = z.infer<typeof eventListSchema>;

const dateSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'an existing date of ISO 8601' })
  .describe('a date, or a date and time with its time zone; midnight UTC is a whole day');

/** What an admin sends to add an event. */
export const newEventSchema = z.strictObject({ title: lineOf(200), date: dateSchema }).meta({ id: 'NewEvent' });
/** What an admin sends to add an event. */
export type NewEvent = z.input<typeof newEventSchema>;

/** What an admin sends to change an event: the fields that change. */
export const eventChangeSchema = z
  .strictObject({ title: lineOf(200), date: dateSchema })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing is changed')
  .meta({ id: 'EventChange' });
/** What an admin sends to change an event. */
export type EventChange = z.input<typeof eventChangeSchema>;

/** The query of the list of events. */
export const eventListQuerySchema = z.strictObject({
  from: dateSchema.optional().describe('events from this moment on'),
  to: dateSchema.optional().describe('events before this moment'),
});
/** From when to when events are wanted. */
export type EventListQuery = z.infer<typeof eventListQuerySchema>;

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
