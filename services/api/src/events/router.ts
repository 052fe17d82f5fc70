import {
  calendarFeedQuerySchema,
  calendarLinkSchema,
  calendarLinkStateSchema,
  eventChangeSchema,
  eventListQuerySchema,
  eventListSchema,
  eventSchema,
  newEventSchema,
  recordParamsSchema,
} from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { anonymous, roles, signedIn } from '../http/access.ts';
import { isKnown } from '../http/conditions.ts';
import { empty, json, type RouteTable, routeTable, written } from '../http/route.ts';
import { KEY_HEADER, KEY_PROBLEMS, keyOf } from '../idempotency/once.ts';
import { actorOf } from '../users/actor.ts';
import type { CalendarLinks } from './calendar-links.ts';
import { calendarFeed } from './feed.ts';
import { type Events, shownEvent } from './service.ts';

const momentOf = (date: string | undefined) => (date === undefined ? undefined : new Date(date));

/** The calendar for everybody signed in, its private addresses for calendar programs, and the admins' calls. */
export function eventRoutes({ database }: Core, events: Events, links: CalendarLinks): RouteTable {
  const table = routeTable('events');
  const admin = roles('admin');

  table.get(
    '/api/events',
    signedIn,
    {
      summary: 'The events of the calendar, in the order of their dates',
      query: eventListQuerySchema,
      reply: json(eventListSchema),
    },
    async ({ query }) => ({ items: (await events.list(momentOf(query.from), momentOf(query.to))).map(shownEvent) }),
  );

  table.get(
    '/api/events.ics',
    // A calendar program has no session: the token of a private address is all it brings.
    anonymous,
    {
      summary: 'The events as iCalendar, at a private address',
      query: calendarFeedQuerySchema,
      reply: written('text/calendar', 'The events; unchanged: 304'),
      problems: { 'not-found': 404 },
    },
    async ({ query, req, res }) => {
      database.assertOpened();
      await links.assertValid(query.token);
      const { text, etag } = calendarFeed(await events.list());
      res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
      if (isKnown(req.headers['if-none-match'] ?? '', etag)) res.status(304).end();
      else res.type('text/calendar').send(text);
    },
  );

  table.get(
    '/api/events/subscription',
    signedIn,
    { summary: 'Your private address of the calendar, if you have one', reply: json(calendarLinkStateSchema) },
    ({ principal }) => links.current(principal.userId),
  );

  table.post(
    '/api/events/subscription',
    signedIn,
    { summary: 'A new private address of the calendar; the one before is revoked', reply: json(calendarLinkSchema) },
    (call) => links.renew(call.principal.userId, actorOf(call)),
  );

  table.delete(
    '/api/events/subscription',
    signedIn,
    { summary: 'Revoke your private address of the calendar', reply: empty, problems: { 'not-found': 404 } },
    (call) => links.revoke(call.principal.userId, actorOf(call)),
  );

  table.post(
    '/api/admin/events',
    admin,
    {
      summary: 'Add an event',
      headers: KEY_HEADER,
      body: newEventSchema,
      reply: json(eventSchema, 201),
      problems: KEY_PROBLEMS,
    },
    (call) => events.add(call.body, keyOf(call.req), actorOf(call)),
  );

  table.patch(
    '/api/admin/events/:id',
    admin,
    {
      summary: 'Change the title or the date of an event',
      params: recordParamsSchema,
      body: eventChangeSchema,
      reply: json(eventSchema),
      problems: { 'not-found': 404 },
    },
    (call) => events.change(call.params.id, call.body, actorOf(call)),
  );

  table.delete(
    '/api/admin/events/:id',
    admin,
    { summary: 'Delete an event', params: recordParamsSchema, reply: empty, problems: { 'not-found': 404 } },
    (call) => events.remove(call.params.id, actorOf(call)),
  );

  return table;
}
