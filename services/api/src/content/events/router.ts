import { createHash, randomBytes } from 'node:crypto';
import {
  addEvent,
  addressOf,
  type CalendarLink,
  type CalendarLinkState,
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
import { groupsOfPerson, type Users } from '../../identity/users/service.ts';
import { type Actor, actorOf } from '../../platform/audit/actor.ts';
import { anonymous, roles, signedIn } from '../../platform/calls/access.ts';
import { notFound } from '../../platform/calls/problem.ts';
import type { Reader } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { ifNoneMatchFails } from '../../platform/http/conditions.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { keyOf } from '../../platform/idempotency/once.ts';
import { presentAll } from '../../platform/lists/pages.ts';
import { deriveKeys, isSignedBy, signatureOf } from '../../platform/settings/keys.ts';
import { calendarFeed, EVENTS_CSV } from './feed.ts';
import { calendarLinkModel } from './model.ts';
import { type Events, presentEvent, presentToAdmins } from './service.ts';

/** Interval in which reads are recorded, in ms: calendar programs poll. */
const READ_INTERVAL_MS = 3600_000;

/** The private addresses of users' calendars, for calendar programs. */
interface CalendarLinks {
  /** Returns the user's address, with nulls when there is none. */
  current(userId: string): Promise<CalendarLinkState>;
  /** Replaces the user's address. Returns the new one. */
  renew(userId: string, actor: Actor): Promise<CalendarLink>;
  revoke(userId: string, actor: Actor): Promise<void>;
  /** Returns the current roles and groups of the owner of a token; none without a required passkey. Throws 404 for an unknown or revoked token. */
  readerOf(token: string): Promise<Reader>;
}

/** Creates the private addresses. */
export function createCalendarLinks({ change, config, database }: Core, users: Users): CalendarLinks {
  const model = calendarLinkModel(database.connection);
  const keys = deriveKeys(config.tokenSecrets, 'calendar-link');

  function urlOf(linkId: string): string {
    const token = `${linkId}.${signatureOf(keys[0], linkId)}`;
    return `${config.publicUrl}${addressOf(readCalendarFeed, {}, { token })}`;
  }

  /** Returns the public half of a token; undefined when it is not ours. */
  function linkIdOf(token: string): string | undefined {
    const [linkId = '', ...rest] = token.split('.');
    return isSignedBy(keys, linkId, rest.join('.')) ? linkId : undefined;
  }

  users.onRemoved(async ({ _id }) => {
    await model.deleteOne({ _id });
  });

  return {
    current: async (userId) => {
      const record = await model.findById(userId).lean();
      if (record === null) return { url: null, createdAt: null, lastReadAt: null };
      const { linkId, createdAt, lastReadAt } = record;
      return { url: urlOf(linkId), createdAt: createdAt.toISOString(), lastReadAt: lastReadAt?.toISOString() ?? null };
    },

    renew: async (userId, actor) => {
      const linkId = randomBytes(16).toString('base64url');
      await change(actor, async ({ audit }) => {
        const renewed = { $set: { linkId, createdAt: new Date() }, $unset: { lastReadAt: 1 } };
        await model.updateOne({ _id: userId }, renewed, { upsert: true });
        audit('calendar-link.issued', actor.actor ?? userId);
      });
      return { url: urlOf(linkId) };
    },

    revoke: (userId, actor) =>
      change(actor, async ({ audit }) => {
        const { deletedCount } = await model.deleteOne({ _id: userId });
        if (deletedCount === 0) throw notFound('There is no private address to revoke.');
        audit('calendar-link.revoked', actor.actor ?? userId);
      }),

    readerOf: async (token) => {
      const linkId = linkIdOf(token);
      const link = linkId === undefined ? null : await model.findOne({ linkId }).lean();
      // The user may have been deleted while the address was created.
      const owner = link === null ? undefined : await users.byId(link._id);
      if (link === null || owner === undefined) {
        throw notFound('This calendar address is invalid or was revoked.');
      }
      const now = new Date();
      if (link.lastReadAt === undefined || now.getTime() - link.lastReadAt.getTime() > READ_INTERVAL_MS)
        await model.updateOne({ _id: link._id, linkId: link.linkId }, { $set: { lastReadAt: now } });
      const roles = await users.rolesInForce(owner);
      return users.lacksPasskey(owner, roles) ? { roles: [], groups: [] } : { roles, groups: groupsOfPerson(owner) };
    },
  };
}

const tagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Sends 304 if the client has this text. Returns whether it did. */
function answersUnchanged(req: Request, res: Response, text: string, scope: 'public' | 'private'): boolean {
  const etag = tagOf(text);
  res.set({ ETag: etag, 'Cache-Control': `${scope}, no-cache` });
  const isUnchanged = ifNoneMatchFails(req.headers['if-none-match'] ?? '', etag);
  if (isUnchanged) res.status(304).end();
  return isUnchanged;
}

/** Maximum public events per response. */
const MAX_PUBLIC_EVENTS = 500;
/** Maximum events per private address. */
const MAX_PRIVATE_EVENTS = 2000;
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

const presentTo = ({ roles }: { readonly roles: readonly string[] }) =>
  roles.includes('admin') ? presentToAdmins : presentEvent;

const rangeOf = ({ from, to }: PublicEventListQuery) => ({
  ...(from !== undefined && { from: new Date(from) }),
  ...(to !== undefined && { to: new Date(to) }),
});

/** Routes of events and private calendar addresses. */
export function eventRoutes({ database, log }: Core, events: Events, links: CalendarLinks, csv: CsvFiles): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const aYearAgo = () => new Date(database.now().getTime() - YEAR_MS);

  table.answer(listEvents, signedIn, async ({ principal, query }) => {
    const range = { ...rangeOf(query), latestFirst: query.sort === '-date', limit: query.limit };
    return { items: presentAll(log, await events.list(principal, range), presentTo(principal)) };
  });

  table.answer(listPublicEvents, anonymous, async ({ query, req, res }) => {
    const range = { from: aYearAgo(), ...rangeOf(query), limit: MAX_PUBLIC_EVENTS };
    const list = { items: presentAll(log, await events.list('anybody', range), presentEvent) };
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

  // After the other addresses below /api/events/.
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
