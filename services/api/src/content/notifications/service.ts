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
import type { QueryFilter, UpdateQuery } from 'mongoose';
import { z } from 'zod';
import type { Users } from '../../identity/users/service.ts';
import { personKey } from '../../platform/announcements/announcement.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import type { Principal } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import { cutPage, DEFAULT_PAGE, decodeCursor, encodeCursor } from '../../platform/lists/pages.ts';
import type { Live } from '../../platform/live/service.ts';
import type { Happening, NotificationSource } from '../../platform/notifications/source.ts';
import { type ReadingMarkRecord, readingMarkModel } from './model.ts';

const NOTIFICATION_TTL_MS = RETENTION.notificationDays * 24 * 60 * 60 * 1000;
/** Maximum age of cached readings, in ms: not every change comes with a record, such as a date that is reached. */
const MAX_AGE_MS = 3000;
const MAX_AUDIENCES = 500;

/** Returns the id of a notification. */
const idOf = ({ kind, subject, happening }: Happening): string => `${kind}:${subject}:${happening}`;

/** Newest first, then by id. */
function compare(a: Happening, b: Happening): number {
  return b.at.getTime() - a.at.getTime() || (idOf(a) < idOf(b) ? 1 : -1);
}

const inOrder = (names: readonly string[]) => names.toSorted().join(' ');

type Reading = Promise<readonly Happening[]>;

/**
 * Creates the read of notifications, newest first. Readings are shared by people of the same audience until the change feed reports
 * a change; without a feed nothing is cached.
 */
export function createHappenings(
  { database }: { readonly database: Pick<Database, 'now'> },
  sources: readonly NotificationSource[],
  live: Pick<Live, 'isFeedOpen' | 'onChange'>,
): (reader: Pick<Principal, 'roles' | 'groups' | 'email'>) => Reading {
  const feeds = sources.map((source) => ({
    source,
    readings: new LRUCache<string, Reading>({ max: MAX_AUDIENCES, ttl: MAX_AGE_MS }),
  }));
  /** Merged readings of an audience, valid while no reading is replaced. */
  const merged = new LRUCache<string, { readonly reads: readonly Reading[]; readonly all: Reading }>({
    max: MAX_AUDIENCES,
  });
  live.onChange((collection) => {
    for (const { source, readings } of feeds)
      if (collection === undefined || source.collection === collection) readings.clear();
  });

  return async ({ roles, groups, email }) => {
    const reader = { roles, groups, own: roles.includes('admin') ? email : '' };
    const audience = [inOrder(roles), inOrder(groups), reader.own].join(' / ');
    const from = new Date(database.now().getTime() - NOTIFICATION_TTL_MS);
    const reads = feeds.map(({ source, readings }) => {
      const cached = source.collection !== undefined && live.isFeedOpen() ? readings.get(audience) : undefined;
      if (cached !== undefined) return cached;
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

/** A visit ends after this time without a sign of the person, in ms. */
const VISIT_OVER_MS = 30 * 60 * 1000;
/** Precision of visits, in ms: signs within it write nothing. */
const VISIT_STEP_MS = 60 * 1000;

/** Notifications, made from the records of the domains; only read marks are stored. */
export interface Notifications {
  /** Returns a page of notifications, newest first. */
  list(reader: Principal, query: NotificationQuery): Promise<NotificationPage>;
  summarize(reader: Principal): Promise<NotificationSummary>;
  /** Marks notifications as read, until a moment (at most now) or by id. A mark never goes back. */
  read(reader: Principal, mark: ReadMark): Promise<void>;
  /** Records a sign of the person; after half an hour without one a new visit starts. */
  visit(userId: string): Promise<void>;
}

/** Returns the check whether a notification is unread. Those from before the person was added are read. */
function unreadBy(mark: Pick<ReadingMarkRecord, 'readUpTo' | 'readApart'> | null, { addedAt }: Principal) {
  const { readUpTo = mark === null ? addedAt : new Date(0), readApart = [] } = mark ?? {};
  const apart = new Map(readApart.map(({ id, at }) => [id, at.getTime()]));
  // A later change has another time.
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

  /** Changes a person's marks, and announces that to them alone; adds marks unless a condition is given. */
  async function write(
    userId: string,
    update: UpdateQuery<ReadingMarkRecord>,
    condition?: QueryFilter<ReadingMarkRecord>,
  ): Promise<void> {
    const upsert = condition === undefined;
    const { modifiedCount, upsertedCount } = await marks.updateOne({ _id: userId, ...condition }, update, { upsert });
    if (modifiedCount + upsertedCount === 0) return;
    // Not in one transaction: many tabs may write at once, and the announcement only hurries them.
    await core.change(SYSTEM, async ({ announce }) =>
      announce({ collection: 'reading_marks', type: 'changed', id: null }, personKey(userId)),
    );
  }

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
        await write(_id, { $max: { readUpTo: until }, $pull: covered });
      }
      if (ids === undefined) return;
      const [happenings, mark] = await Promise.all([happeningsFor(reader), marks.findById(_id).lean()]);
      const isUnread = unreadBy(mark, reader);
      const read = happenings
        .filter((each) => ids.includes(idOf(each)) && isUnread(each))
        .map((each) => ({ id: idOf(each), at: each.at }));
      if (read.length === 0) return;
      // Before the first visit nothing else was read.
      const first = { $setOnInsert: { readUpTo: reader.addedAt ?? new Date(0) } };
      await write(_id, { $addToSet: { readApart: { $each: read } }, ...first });
      // The oldest marks are dropped first, as their notifications are.
      const newest = { $each: [], $sort: { at: 1 }, $slice: -MAX_NOTIFICATIONS };
      await marks.updateOne({ _id }, { $push: { readApart: newest } });
    },

    visit: async (userId) => {
      const now = database.now();
      const before = await marks.findById(userId).lean();
      const visitedAt = before?.visitedAt;
      const passed = visitedAt === undefined ? VISIT_STEP_MS : now.getTime() - visitedAt.getTime();
      if (passed < VISIT_STEP_MS) return;
      const isOver = visitedAt !== undefined && passed > VISIT_OVER_MS;
      // Of several tabs one ends the former visit.
      if (isOver) await write(userId, { $set: { visitedAt: now, since: visitedAt } }, { visitedAt });
      // Earlier notifications are not new at the first visit.
      else if (before === null) await write(userId, { $max: { visitedAt: now }, $setOnInsert: { readUpTo: now } });
      else await marks.updateOne({ _id: userId }, { $max: { visitedAt: now } });
    },
  };
}
