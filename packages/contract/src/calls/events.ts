// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type events from '../domains/events.ts';

/** The events of the calendar that you may see, by default all in the order of their dates. */
export const listEvents = /* @__PURE__ */ callOf<typeof events.listEvents>('GET', '/api/events');
/** The public events, in the order of their dates, by default of the last year and to come; at most 500. */
export const listPublicEvents = /* @__PURE__ */ callOf<typeof events.listPublicEvents>('GET', '/api/events/public');
/** The public events of the last year and to come as iCalendar; at most 500. */
export const readPublicCalendar = /* @__PURE__ */ callOf<typeof events.readPublicCalendar>('GET', '/api/events/public.ics');
/** The events that you may see as iCalendar, at a private address; of more than 2,000 the latest. */
export const readCalendarFeed = /* @__PURE__ */ callOf<typeof events.readCalendarFeed>('GET', '/api/events.ics');
/** Your private address of the calendar, if you have one. */
export const readCalendarLink = /* @__PURE__ */ callOf<typeof events.readCalendarLink>('GET', '/api/events/subscription');
/** A new private address of the calendar; the one before is revoked. */
export const createCalendarLink = /* @__PURE__ */ callOf<typeof events.createCalendarLink>('POST', '/api/events/subscription');
/** Revoke your private address of the calendar. */
export const revokeCalendarLink = /* @__PURE__ */ callOf<typeof events.revokeCalendarLink>('DELETE', '/api/events/subscription');
/** One event of those that you may see. */
export const readVisibleEvent = /* @__PURE__ */ callOf<typeof events.readVisibleEvent>('GET', '/api/events/:id');
/** All events, in the order of their dates unless sort says otherwise. */
export const listAllEvents = /* @__PURE__ */ callOf<typeof events.listAllEvents>('GET', '/api/admin/events');
/** Events as a file for a spreadsheet. */
export const exportEvents = /* @__PURE__ */ callOf<typeof events.exportEvents>('GET', '/api/admin/events.csv');
/** One event. */
export const readEvent = /* @__PURE__ */ callOf<typeof events.readEvent>('GET', '/api/admin/events/:id');
/** Add an event. */
export const addEvent = /* @__PURE__ */ callOf<typeof events.addEvent>('POST', '/api/admin/events');
/** Change fields of an event; null takes one away. */
export const changeEvent = /* @__PURE__ */ callOf<typeof events.changeEvent>('PATCH', '/api/admin/events/:id');
/** Delete an event. */
export const deleteEvent = /* @__PURE__ */ callOf<typeof events.deleteEvent>('DELETE', '/api/admin/events/:id');
