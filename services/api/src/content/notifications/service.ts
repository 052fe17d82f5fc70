import {
  MAX_NOTIFICATIONS,
  MAX_UNREAD_COUNTED,
  type NotificationPage,
  type NotificationQuery,
  type NotificationSummary,
  RETENTION,
  type ReadMark,
} from '@cytocomm/contract';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Users } from '../../identity/users/service.ts';
import type { Principal } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import { cutPage, DEFAULT_PAGE, decodeCursor, encodeCursor } from '../../platform/lists/pages.ts';
import type { Live } from '../../platform/live/service.ts';
import type { Happening, NotificationSource } from '../../platform/notifications/source.ts';
import { type ReadingMarkRecord, readingMarkModel } from './model.ts';

const KEPT_MS = RETENTION.notificationDays * 24 * 60 * 60 * 1000;
/** How long what was read counts at most, in ms: not all of it changes with a record, such as what its date brings. */
const MAX_AGE_MS = 3000;
const MAX_AUDIENCES = 500;

/** Returns the id of something that happened. */
const idOf = ({ kind, subject, happening }: Happening): string => `${kind}:${subject}:${happening}`;

/** Newest first; of one moment by the id. */
function compare(a: Happening, b: Happening): number {
  return b.at.getTime() - a.at.getTime() || (idOf(a) < idOf(b) ? 1 : -1);
}

const inOrder = (names: readonly string[]) => names.toSorted().join(' ');

type Reading = Promise<readonly Happening[]>;

/**
 * Returns what the audience of a person is told, newest first. Of each source it is read once for all of the audience that ask this
 * process, until the feed of changes tells of one; without a feed nothing is kept.
 */
export function createHappenings(
  { database }: { readonly database: Pick<Database, 'now'> },
  sources: readonly NotificationSource[],
  live: Pick<Live, 'isFeedOpen' | 'onChange'>,
): (reader: Pick<Principal, 'roles' | 'groups' | 'email'>) => Reading {
  const known = sources.map((source) => ({
    source,
    readings: new LRUCache<string, Reading>({ max: MAX_AUDIENCES, ttl: MAX_AGE_MS }),
  }));
  /** The readings of an audience in one order, for as long as none of them is another. */
  const merged = new LRUCache<string, { readonly reads: readonly Reading[]; readonly all: Reading }>({
    max: MAX_AUDIENCES,
  });
  live.onChange((collection) => {
    for (const { source, readings } of known)
      if (collection === undefined || source.collection === collection) readings.clear();
  });

  return async ({ roles, groups, email }) => {
    const reader = { roles, groups, own: roles.includes('admin') ? email : '' };
    const audience = [inOrder(roles), inOrder(groups), reader.own].join(' / ');
    const from = new Date(database.now().getTime() - KEPT_MS);
    const reads = known.map(({ source, readings }) => {
      const kept = source.collection !== undefined && live.isFeedOpen() ? readings.get(audience) : undefined;
      if (kept !== undefined) return kept;
      const reading = source.since(reader, from, MAX_NOTIFICATIONS);
      readings.set(audience, reading);
      reading.catch(() => readings.peek(audience) === reading && readings.delete(audience));
      return reading;
    });
    const before = merged.get(audience);
    if (before?.reads.every((read, place) => read === reads[place])) return before.all;
    const all = Promise.all(reads).then((lists) => lists.flat().sort(compare).slice(0, MAX_NOTIFICATIONS));
    merged.set(audience, { reads, all });
    return all;
  };
}

/** A visit is over when nothing was heard of the person for so long, in ms. */
const VISIT_OVER_MS = 30 * 60 * 1000;
/** How exact it is known when a person was here, in ms: signs within it write nothing. */
const VISIT_STEP_MS = 60 * 1000;

/** What people are told, made of the records of the domains: nothing is stored but how far each person has read. */
export interface Notifications {
  /** Returns a page of what happened that a person is to know, newest first. */
  list(reader: Principal, query: NotificationQuery): Promise<NotificationPage>;
  summarize(reader: Principal): Promise<NotificationSummary>;
  /** Marks as read what happened until a moment, one in the future being now, or what is named. A mark never goes back. */
  read(reader: Principal, mark: ReadMark): Promise<void>;
  /** Notes a sign of the person. After half an hour without one the visit was over, and the next one begins. */
  visit(userId: string): Promise<void>;
}

/** Returns what tells what a person has not read by their mark. Nothing is new to them that was there before they were. */
function unreadBy(mark: Pick<ReadingMarkRecord, 'readUpTo' | 'readApart'> | null, { addedAt }: Principal) {
  const { readUpTo = mark === null ? addedAt : new Date(0), readApart = [] } = mark ?? {};
  const apart = new Map(readApart.map(({ id, at }) => [id, at.getTime()]));
  // What was changed since has another moment.
  return (each: Happening) => each.at > readUpTo && apart.get(idOf(each)) !== each.at.getTime();
}

const positionSchema = z.tuple([z.int().min(0).max(8.64e15), z.string()]);

/** Creates the notifications of a portal. */
export function createNotifications(
  core: Core,
  users: Pick<Users, 'onRemoved'>,
  {
    sources,
    live,
  }: { readonly sources: readonly NotificationSource[]; readonly live: Pick<Live, 'isFeedOpen' | 'onChange'> },
): Notifications {
  const { database } = core;
  const marks = readingMarkModel(database.connection);
  const happeningsFor = createHappenings(core, sources, live);
  users.onRemoved(async ({ _id }) => {
    await marks.deleteOne({ _id });
  });

  async function read(reader: Principal) {
    const [happenings, mark, waiting] = await Promise.all([
      happeningsFor(reader),
      marks.findById(reader.userId).lean(),
      Promise.all(sources.map((source) => source.waiting?.(reader))),
    ]);
    const isUnread = unreadBy(mark, reader);
    const summary: NotificationSummary = {
      unread: Math.min(happenings.filter(isUnread).length, MAX_UNREAD_COUNTED),
      since: mark?.since?.toISOString() ?? null,
      waiting: waiting.filter((each) => each !== undefined).filter(({ count }) => count > 0),
    };
    return { happenings, isUnread, summary };
  }

  return {
    list: async (reader, { limit = DEFAULT_PAGE, cursor }) => {
      const after = cursor === undefined ? undefined : decodeCursor(cursor, positionSchema);
      const { happenings, isUnread, summary } = await read(reader);
      const rest = happenings.filter((each) => {
        if (after === undefined) return true;
        const [time, id] = after;
        return each.at.getTime() < time || (each.at.getTime() === time && idOf(each) < id);
      });
      const { page, nextCursor } = cutPage(rest, limit, (each) => encodeCursor([each.at.getTime(), idOf(each)]));
      const items = page.map((each) => ({
        id: idOf(each),
        ...each,
        at: each.at.toISOString(),
        unread: isUnread(each),
      }));
      return { items, nextCursor, summary };
    },

    summarize: async (reader) => (await read(reader)).summary,

    read: async (reader, { upTo, ids }) => {
      const _id = reader.userId;
      if (upTo !== undefined) {
        const until = new Date(Math.min(Date.parse(upTo), database.now().getTime()));
        const covered = { readApart: { at: { $lte: until } } };
        await marks.updateOne({ _id }, { $max: { readUpTo: until }, $pull: covered }, { upsert: true });
      }
      if (ids === undefined) return;
      const [happenings, mark] = await Promise.all([happeningsFor(reader), marks.findById(_id).lean()]);
      const isUnread = unreadBy(mark, reader);
      const read = happenings
        .filter((each) => ids.includes(idOf(each)) && isUnread(each))
        .map((each) => ({ id: idOf(each), at: each.at }));
      if (read.length === 0) return;
      // Whoever reads before their first visit is noted has read nothing else.
      const first = { $setOnInsert: { readUpTo: reader.addedAt ?? new Date(0) } };
      await marks.updateOne({ _id }, { $addToSet: { readApart: { $each: read } }, ...first }, { upsert: true });
      // Older ones are the first that are listed no more.
      const kept = { $each: [], $sort: { at: 1 }, $slice: -MAX_NOTIFICATIONS };
      await marks.updateOne({ _id }, { $push: { readApart: kept } });
    },

    visit: async (userId) => {
      const now = database.now();
      const before = await marks.findById(userId).lean();
      const visitedAt = before?.visitedAt;
      const passed = visitedAt === undefined ? VISIT_STEP_MS : now.getTime() - visitedAt.getTime();
      if (passed < VISIT_STEP_MS) return;
      const isOver = visitedAt !== undefined && passed > VISIT_OVER_MS;
      // Of several tabs one ends the visit before.
      if (isOver) await marks.updateOne({ _id: userId, visitedAt }, { $set: { visitedAt: now, since: visitedAt } });
      else
        await marks.updateOne(
          { _id: userId },
          // What was there before the first visit is nothing new.
          { $max: { visitedAt: now }, $setOnInsert: { readUpTo: now } },
          { upsert: true },
        );
    },
  };
}
