import { randomUUID } from 'node:crypto';
import type {
  AdminEventListQuery,
  AuditAction,
  CalendarEvent,
  EventChange,
  EventPage,
  NewEvent,
} from '@cytocomm/contract';
import type { QueryFilter } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { createKindOfBin, type KindOfBin } from '../../platform/bin/kind-of-bin.ts';
import { notFound } from '../../platform/calls/problem.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { storeAgain } from '../../platform/database/record.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { presentAll } from '../../platform/lists/pages.ts';
import {
  announceEvent,
  assertTimes,
  changeOf,
  changesTimes,
  type EventFields,
  type EventReader,
  fieldsAfter,
  fieldsOf,
  listedFor,
  presentAudience,
  visibleTo,
} from './audience.ts';
import { createEventList, earliestStart, listFieldsOf } from './event-list.ts';
import { type EventRecord, eventModel } from './model.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Range, order and number of events. */
interface EventRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The latest first; by default the earliest. */
  readonly latestFirst?: boolean;
  /** Maximum number; by default all. */
  readonly limit?: number | undefined;
}

/** The events of the calendar. */
export interface Events {
  /** Deleted events that can be restored. */
  readonly bin: KindOfBin;
  /** Returns the events that a reader may see from a time until before another, by default all, the earliest first. */
  list(reader: EventReader, range?: EventRange): Promise<readonly EventRecord[]>;
  /** Returns a page of all events, searched, filtered and ordered. Throws 400 for an invalid cursor. */
  page(query: AdminEventListQuery): Promise<EventPage>;
  /** Returns an event. Throws 404 unless the reader may see it. */
  read(id: string, reader: EventReader): Promise<EventRecord>;
  /** Adds an event, once per key. */
  add(event: NewEvent, key: string | undefined, actor: Actor): Promise<CalendarEvent>;
  /** Adds an event with a fixed uid, unless it exists. Returns whether it was new. */
  addOnce(uid: string, event: EventFields): Promise<boolean>;
  change(id: string, change: EventChange, actor: Actor): Promise<CalendarEvent>;
  remove(id: string, actor: Actor): Promise<void>;
}

/** A reader who sees all events. */
const EVERYTHING: EventReader = { roles: ['admin'], groups: [] };

const unknownEvent = () => notFound('There is no such event.');

/** Returns alternative conditions of events that start at or after `from`, or last beyond it. */
function notOverAt(from: Date): QueryFilter<EventRecord>[] {
  // The end of whole days is the start of the last one.
  const today = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS);
  const wholeDays = { allDay: { $ne: false }, timeZone: null };
  const [last, only] = [
    { ...wholeDays, end: today },
    { ...wholeDays, date: today, end: null },
  ];
  return [{ date: { $gte: from } }, { end: { $gt: from } }, last, only];
}

/** Presents an event to readers. */
export function presentEvent(record: EventRecord): CalendarEvent {
  const { _id, title, date, end, allDay, timeZone, place, url } = record;
  return {
    id: String(_id),
    title,
    date: date.toISOString(),
    ...(end !== undefined && { end: end.toISOString() }),
    ...(allDay !== undefined && { allDay }),
    ...(timeZone !== undefined && { timeZone }),
    ...(place !== undefined && { place }),
    ...(url !== undefined && { url }),
  };
}

/** Presents an event to admins. */
export function presentToAdmins(record: EventRecord): CalendarEvent {
  return { ...presentEvent(record), ...presentAudience(record.audience) };
}

/** Creates the events. */
export function createEvents(core: Core): Events {
  const model = eventModel(core.database.connection);
  const list = createEventList(model, core.database.now);
  const once = createOnce(core.database.connection);

  const bin = createKindOfBin<EventRecord>(core, 'event', {
    store: (record, change, { actor }) => {
      // A newer version, so that calendar programs show it again.
      const back = { ...record, sequence: record.sequence + 1, updatedAt: new Date(), changedBy: actor ?? '' };
      announceEvent(change, 'added', record._id, record);
      return storeAgain(model, { ...back, ...listFieldsOf(back) }, change.session);
    },
  });

  function note({ audit }: Change, action: AuditAction, record: EventRecord): void {
    const { id, ...fields } = presentToAdmins(record);
    audit(action, id, Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, String(value)])));
  }

  return {
    bin,

    list: (reader, { from, to, latestFirst = false, limit } = {}) => {
      const date = { ...(from && { $gte: earliestStart(from) }), ...(to && { $lt: to }) };
      const filter: QueryFilter<EventRecord> = {
        ...visibleTo(reader),
        ...listedFor(reader),
        ...((from ?? to) && { date }),
        ...(from && { $or: notOverAt(from) }),
      };
      const order = latestFirst ? -1 : 1;
      const query = model.find(filter, { searchText: 0 }).sort({ date: order, _id: order });
      return (limit === undefined ? query : query.limit(limit)).lean();
    },

    page: async (query) => {
      const { rows, nextCursor } = await list(query, EVERYTHING);
      return { items: presentAll(core.log, rows, presentToAdmins), nextCursor };
    },

    read: async (_id, reader) => {
      const record = await model.findOne({ ...visibleTo(reader), _id }).lean();
      if (record === null) throw unknownEvent();
      return record;
    },

    add: async (event, key, actor) => {
      const entered = fieldsOf(event);
      const metadata = { uid: randomUUID(), sequence: 0, updatedAt: new Date(), changedBy: actor.actor ?? '' };
      const fields = { ...entered, ...listFieldsOf({ ...entered, ...metadata }), ...metadata };
      const record = await core.change(actor, (change) =>
        once(
          { person: actor.actor ?? '', key, body: { event } },
          {
            make: async (_id): Promise<EventRecord> => {
              await model.create({ _id, ...fields });
              announceEvent(change, 'added', _id, fields);
              note(change, 'event.created', { _id, ...fields });
              return { _id, ...fields };
            },
            find: (_id) => model.findOne({ _id }).lean(),
          },
        ),
      );
      return presentToAdmins(record);
    },

    addOnce: async (uid, fields) => {
      const event = { ...fields, sequence: 0, updatedAt: new Date() };
      const $setOnInsert = { ...event, ...listFieldsOf(event) };
      const { upsertedCount } = await model.updateOne({ uid }, { $setOnInsert }, { upsert: true });
      return upsertedCount === 1;
    },

    change: (_id, edit, actor) =>
      core.change(actor, async (change) => {
        const before = await model.findOne({ _id }).lean();
        if (before === null) throw unknownEvent();
        if (changesTimes(edit)) assertTimes(before, edit);
        const { $set, $unset } = changeOf(before, edit);
        const after = fieldsAfter(before, edit);
        const $all = { ...$set, ...listFieldsOf(after), updatedAt: new Date(), changedBy: actor.actor ?? '' };
        const update = { $set: $all, $unset, $inc: { sequence: 1 } };
        const record = await model.findByIdAndUpdate(before._id, update, { returnDocument: 'after' }).lean();
        if (record === null) throw unknownEvent();
        announceEvent(change, 'changed', _id, before, record);
        note(change, 'event.changed', record);
        return presentToAdmins(record);
      }),

    remove: (_id, actor) =>
      core.change(actor, async (change) => {
        const before = await model.findOne({ _id }).lean();
        if (before === null) throw unknownEvent();
        await model.deleteOne({ _id });
        announceEvent(change, 'removed', _id, before);
        await bin.put({ subject: _id, title: before.title, record: before, deletedBy: actor.actor ?? '' });
        note(change, 'event.deleted', before);
      }),
  };
}
