import { createHash } from 'node:crypto';
import {
  addEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  exportEvents,
  listAllEvents,
  listEvents,
  listPublicEvents,
  type PublicEventListQuery,
  readCalendarFeed,
  readCalendarLink,
  readEvent,
  readPublicCalendar,
  readVisibleEvent,
  revokeCalendarLink,
} from '@cytocomm/contract';
import type { Request, Response } from 'express';
import { actorOf } from '../../platform/audit/actor.ts';
import { anonymous, roles, signedIn } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { ifNoneMatchFails } from '../../platform/http/conditions.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { keyOf } from '../../platform/idempotency/once.ts';
import { writtenOf } from '../../platform/lists/written-of.ts';
import type { CalendarLinks } from './calendar-links.ts';
import { EVENTS_CSV } from './csv-file.ts';
import { calendarFeed } from './feed.ts';
import { type Events, presentEvent, presentToAdmins } from './service.ts';

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Sends 304 when the caller has this text already. Returns whether it did. */
function answersUnchanged(req: Request, res: Response, text: string, kept: 'public' | 'private'): boolean {
  const etag = tagOf(text);
  res.set({ ETag: etag, 'Cache-Control': `${kept}, no-cache` });
  const isUnchanged = ifNoneMatchFails(req.headers['if-none-match'] ?? '', etag);
  if (isUnchanged) res.status(304).end();
  return isUnchanged;
}

/** How many events strangers get at once. */
const MAX_PUBLIC_EVENTS = 500;
/** How many events a calendar program gets at a private address. */
const MAX_PRIVATE_EVENTS = 2000;
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

const presentTo = ({ roles: held }: { readonly roles: readonly string[] }) =>
  held.includes('admin') ? presentToAdmins : presentEvent;

const rangeOf = ({ from, to }: PublicEventListQuery) => ({
  ...(from !== undefined && { from: new Date(from) }),
  ...(to !== undefined && { to: new Date(to) }),
});

/** Returns the calls about events and private calendar addresses. */
export function eventRoutes({ database, log }: Core, events: Events, links: CalendarLinks, csv: CsvFiles): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const aYearAgo = () => new Date(database.now().getTime() - YEAR_MS);

  table.answer(listEvents, signedIn, async ({ principal, query }) => {
    const range = { ...rangeOf(query), latestFirst: query.sort === '-date', limit: query.limit };
    return { items: writtenOf(log, await events.list(principal, range), presentTo(principal)) };
  });

  table.answer(listPublicEvents, anonymous, async ({ query, req, res }) => {
    const range = { from: aYearAgo(), ...rangeOf(query), limit: MAX_PUBLIC_EVENTS };
    const list = { items: writtenOf(log, await events.list('anybody', range), presentEvent) };
    answersUnchanged(req, res, JSON.stringify(list), 'public');
    return list;
  });

  table.answer(readPublicCalendar, anonymous, async ({ req, res }) => {
    const list = await events.list('anybody', { from: aYearAgo(), limit: MAX_PUBLIC_EVENTS });
    const feed = calendarFeed('Cytocomm public events', list, log);
    if (!answersUnchanged(req, res, feed, 'public')) res.type('text/calendar').send(feed);
  });

  table.answer(
    readCalendarFeed,
    // A calendar program has no session, only the token.
    anonymous,
    async ({ query, req, res }) => {
      const reader = await links.readerOf(query.token);
      const list = await events.list(reader, { latestFirst: true, limit: MAX_PRIVATE_EVENTS });
      const feed = calendarFeed('Cytocomm events', list.toReversed(), log);
      if (!answersUnchanged(req, res, feed, 'private')) res.type('text/calendar').send(feed);
    },
  );

  table.answer(readCalendarLink, signedIn, ({ principal }) => links.current(principal.userId));

  table.answer(createCalendarLink, signedIn, (call) => links.renew(call.principal.userId, actorOf(call)));

  table.answer(revokeCalendarLink, signedIn, (call) => links.revoke(call.principal.userId, actorOf(call)));

  // After the addresses below /api/events/ that are no event's.
  table.answer(readVisibleEvent, signedIn, async ({ params, principal }) =>
    presentTo(principal)(await events.read(params.id, principal)),
  );

  table.answer(listAllEvents, admin, ({ query }) => events.page(query));

  table.answer(
    exportEvents,
    admin,
    (call) => {
      const read = (cursor?: string) => events.page({ ...call.query, limit: EXPORTED_AT_ONCE, cursor });
      return csv.write(call, { ...EVENTS_CSV, read });
    },
    { slot: csv.take },
  );

  table.answer(readEvent, admin, async ({ params, principal }) =>
    presentToAdmins(await events.read(params.id, principal)),
  );

  table.answer(addEvent, admin, (call) => events.add(call.body, keyOf(call.req), actorOf(call)));

  table.answer(changeEvent, admin, (call) => events.change(call.params.id, call.body, actorOf(call)));

  table.answer(deleteEvent, admin, (call) => events.remove(call.params.id, actorOf(call)));

  return table;
}
