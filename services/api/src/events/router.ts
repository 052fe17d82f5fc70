import {
  addEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  listEvents,
  readCalendarFeed,
  readCalendarLink,
  revokeCalendarLink,
} from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { anonymous, roles, signedIn } from '../http/access.ts';
import { ifNoneMatchFails } from '../http/conditions.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import { keyOf } from '../idempotency/once.ts';
import { actorOf } from '../users/actor.ts';
import type { CalendarLinks } from './calendar-links.ts';
import { calendarFeed } from './feed.ts';
import { type Events, presentEvent } from './service.ts';

const momentOf = (date: string | undefined) => (date === undefined ? undefined : new Date(date));

/** Returns the calls about events and private calendar addresses. */
export function eventRoutes({ database }: Core, events: Events, links: CalendarLinks): RouteTable {
  const table = routeTable();
  const admin = roles('admin');

  table.answer(listEvents, signedIn, async ({ query }) => ({
    items: (await events.list(momentOf(query.from), momentOf(query.to))).map(presentEvent),
  }));

  table.answer(
    readCalendarFeed,
    // A calendar program has no session, only the token.
    anonymous,
    async ({ query, req, res }) => {
      database.assertOpened();
      await links.assertValid(query.token);
      const { text, etag } = calendarFeed(await events.list());
      res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
      if (ifNoneMatchFails(req.headers['if-none-match'] ?? '', etag)) res.status(304).end();
      else res.type('text/calendar').send(text);
    },
  );

  table.answer(readCalendarLink, signedIn, ({ principal }) => links.current(principal.userId));

  table.answer(createCalendarLink, signedIn, (call) => links.renew(call.principal.userId, actorOf(call)));

  table.answer(revokeCalendarLink, signedIn, (call) => links.revoke(call.principal.userId, actorOf(call)));

  table.answer(addEvent, admin, (call) => events.add(call.body, keyOf(call.req), actorOf(call)));

  table.answer(changeEvent, admin, (call) => events.change(call.params.id, call.body, actorOf(call)));

  table.answer(deleteEvent, admin, (call) => events.remove(call.params.id, actorOf(call)));

  return table;
}
