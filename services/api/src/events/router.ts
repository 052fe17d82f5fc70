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
import { actorOf } from '../users/actor.ts';
import { calendarFeed } from './feed.ts';
import type { CalendarLinks } from './links.ts';
import type { Events } from './service.ts';

/** The calendar, its private feed, and the admins' calls. */
export function eventRoutes(core: Core, events: Events, links: CalendarLinks): RouteTable {
  const table = routeTable('events');
  const admin = roles('admin');

  table.get(
    '/api/events',
    signedIn,
    { summary: 'The events, in the order of their dates', query: eventListQuerySchema, reply: json(eventListSchema) },
    async ({ query }) => ({ items: await events.list(query) }),
  );

  table.get(
    '/api/events.ics',
    anonymous,
    {
      summary: 'The events as iCalendar, at a private address',
      query: calendarFeedQuerySchema,
      reply: written('text/calendar', 'The calendar; unchanged: 304'),
      problems: { 'not-found': 404 },
    },
    async ({ query, req, res }) => {
      await links.assertValid(query.token);
      const { text, etag } = calendarFeed(await events.records(), core.config.publicUrl);
      res.set({
        ETag: etag,
        'Cache-Control': 'private, no-cache',
        'Content-Disposition': 'inline; filename="cytocomm.ics"',
      });
      if (isKnown(req.headers['if-none-match'] ?? '', etag)) res.status(304).end();
      else res.type('text/calendar').send(text);
    },
  );

  table.get(
    '/api/events/subscription',
    signedIn,
    { summary: 'The private address of the calendar that is in force', reply: json(calendarLinkStateSchema) },
    ({ principal }) => links.current(principal),
  );

  table.post(
    '/api/events/subscription',
    signedIn,
    { summary: 'A new private address of the calendar; it revokes the old one', reply: json(calendarLinkSchema) },
    async ({ principal }) => ({ url: await links.renew(principal) }),
  );

  table.delete(
    '/api/events/subscription',
    signedIn,
    { summary: 'Revoke the private address of the calendar', reply: empty, problems: { 'not-found': 404 } },
    ({ principal }) => links.revoke(principal),
  );

  table.post(
    '/api/admin/events',
    admin,
    { summary: 'Add an event', body: newEventSchema, reply: json(eventSchema, 201) },
    (call) => events.add(call.body, actorOf(call)),
  );

  table.patch(
    '/api/admin/events/:id',
    admin,
    {
      summary: 'Change an event',
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
