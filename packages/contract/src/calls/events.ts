// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type events from '../domains/events.ts';

/** List events you can see, by default by date. */
export const listEvents = /* @__PURE__ */ callOf<typeof events.listEvents>('GET', '/api/events');
/** List public events by date, by default of the last year and upcoming; at most 500. */
export const listPublicEvents = /* @__PURE__ */ callOf<typeof events.listPublicEvents>('GET', '/api/events/public');
/** Read public events of the last year and upcoming as iCalendar; at most 500. */
export const readPublicCalendar = /* @__PURE__ */ callOf<typeof events.readPublicCalendar>('GET', '/api/events/public.ics');
/** Read events you can see as iCalendar, at a private address; the latest 2,000. */
export const readCalendarFeed = /* @__PURE__ */ callOf<typeof events.readCalendarFeed>('GET', '/api/events.ics');
/** Read your private calendar address. */
export const readCalendarLink = /* @__PURE__ */ callOf<typeof events.readCalendarLink>('GET', '/api/events/subscription');
/** Create a new private calendar address and revoke the old one. */
export const createCalendarLink = /* @__PURE__ */ callOf<typeof events.createCalendarLink>('POST', '/api/events/subscription');
/** Revoke your private calendar address. */
export const revokeCalendarLink = /* @__PURE__ */ callOf<typeof events.revokeCalendarLink>('DELETE', '/api/events/subscription');
/** Read an event you can see. */
export const readVisibleEvent = /* @__PURE__ */ callOf<typeof events.readVisibleEvent>('GET', '/api/events/:id');
/** List all events, by default by date. */
export const listAllEvents = /* @__PURE__ */ callOf<typeof events.listAllEvents>('GET', '/api/admin/events');
/** Export events as CSV. */
export const exportEvents = /* @__PURE__ */ callOf<typeof events.exportEvents>('GET', '/api/admin/events.csv');
/** Read an event. */
export const readEvent = /* @__PURE__ */ callOf<typeof events.readEvent>('GET', '/api/admin/events/:id');
/** Add an event. */
export const addEvent = /* @__PURE__ */ callOf<typeof events.addEvent>('POST', '/api/admin/events');
/** Change fields of an event; null removes one. */
export const changeEvent = /* @__PURE__ */ callOf<typeof events.changeEvent>('PATCH', '/api/admin/events/:id');
/** Delete an event. */
export const deleteEvent = /* @__PURE__ */ callOf<typeof events.deleteEvent>('DELETE', '/api/admin/events/:id');
