import type { CalendarEvent } from '@cytocomm/contract';
import { Types } from 'mongoose';
import type { Core } from '../core.ts';
import { notFound } from '../http/problem.ts';
import type { Actor } from '../users/service.ts';
import { type EventRecord, eventModel } from './model.ts';

/** What an admin says of an event. */
export interface EventText {
  readonly title: string;
  /** ISO 8601; a date alone is midnight UTC. */
  readonly date: string;
}

/** The part of the calendar that is asked for. */
export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The calendar of a database. */
export interface Events {
  /** In the order of their dates. */
  list(span: Span): Promise<CalendarEvent[]>;
  /** All records, for the feed. */
  records(): Promise<readonly EventRecord[]>;
  add(text: EventText, actor: Actor): Promise<CalendarEvent>;
  change(id: string, edit: Partial<Record<keyof EventText, string | undefined>>, actor: Actor): Promise<CalendarEvent>;
  remove(id: string, actor: Actor): Promise<void>;
}

/** A calendar is looked at as a whole; this is more than any company has. */
const MOST_EVENTS = 5000;

const unknown = () => notFound('There is no such event.');

function shown(record: EventRecord): CalendarEvent {
  return { id: String(record._id), title: record.title, date: record.date.toISOString() };
}

/** The events of a database. */
export function createEvents(core: Core): Events {
  const model = eventModel(core.database.connection);
  const host = new URL(core.config.publicUrl).hostname;

  function detailOf(record: EventRecord) {
    return { title: record.title, date: record.date.toISOString() };
  }

  return {
    list: async ({ from, to }) => {
      const date = {
        ...(from === undefined ? {} : { $gte: new Date(from) }),
        ...(to === undefined ? {} : { $lt: new Date(to) }),
      };
      const filter = Object.keys(date).length === 0 ? {} : { date };
      const records = await model.find(filter).sort({ date: 1, _id: 1 }).limit(MOST_EVENTS).lean();
      return records.map(shown);
    },

    // The latest ones, if there are ever too many.
    records: () => model.find().sort({ date: -1, _id: -1 }).limit(MOST_EVENTS).lean(),

    add: async ({ title, date }, actor) => {
      const _id = new Types.ObjectId();
      const now = new Date();
      const record: EventRecord = {
        _id,
        title,
        date: new Date(date),
        uid: `${_id.toHexString()}@${host}`,
        sequence: 0,
        createdAt: now,
        updatedAt: now,
      };
      await model.create(record);
      await core.audit.record({ ...actor, action: 'event.created', subject: String(_id), detail: detailOf(record) });
      return shown(record);
    },

    change: async (id, { title, date }, actor) => {
      const record = await model
        .findOneAndUpdate(
          { _id: id },
          {
            $set: {
              updatedAt: new Date(),
              ...(title === undefined ? {} : { title }),
              ...(date === undefined ? {} : { date: new Date(date) }),
            },
            $inc: { sequence: 1 },
          },
          { returnDocument: 'after' },
        )
        .lean();
      if (record === null) throw unknown();
      await core.audit.record({ ...actor, action: 'event.changed', subject: id, detail: detailOf(record) });
      return shown(record);
    },

    remove: async (id, actor) => {
      const record = await model.findOneAndDelete({ _id: id }).lean();
      if (record === null) throw unknown();
      await core.audit.record({ ...actor, action: 'event.deleted', subject: id, detail: detailOf(record) });
    },
  };
}
