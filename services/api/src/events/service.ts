import { randomUUID } from 'node:crypto';
import type { CalendarEvent } from '@cytocomm/contract';
import type { Core } from '../core.ts';
import { momentOf } from '../http/moment.ts';
import { notFound } from '../http/problem.ts';
import { createOnce } from '../idempotency/once.ts';
import type { Actor } from '../users/service.ts';
import { type EventRecord, eventModel } from './model.ts';

/** What an admin enters; the date is a valid ISO 8601 one. */
interface EventText {
  readonly title: string;
  readonly date: string;
}

/** What an admin changes. */
type EventEdit = { readonly [Field in keyof EventText]?: EventText[Field] | undefined };

/** The events of the calendar. */
export interface Events {
  /** Returns the events from a time until before another, ordered by date; by default all. */
  list(from?: Date, to?: Date): Promise<readonly EventRecord[]>;
  /** Adds an event, once per key. */
  add(text: EventText, key: string | undefined, actor: Actor): Promise<CalendarEvent>;
  /** Adds an event under a uid of its own, unless there is one. Returns whether it was new. */
  addOnce(uid: string, event: Pick<EventRecord, 'title' | 'date'>): Promise<boolean>;
  change(id: string, edit: EventEdit, actor: Actor): Promise<CalendarEvent>;
  remove(id: string, actor: Actor): Promise<void>;
}

const unknownEvent = () => notFound('There is no such event.');

/** Returns an event as the API presents it. */
export function presentEvent(record: EventRecord): CalendarEvent {
  return { id: String(record._id), title: record.title, date: record.date.toISOString() };
}

/** The events of the calendar. */
export function createEvents(core: Core): Events {
  const model = eventModel(core.database.connection);
  const once = createOnce(core.database.connection);

  const audit = (action: 'event.created' | 'event.changed' | 'event.deleted', record: EventRecord, actor: Actor) => {
    const { id, title, date } = presentEvent(record);
    return core.audit.record({ ...actor, action, subject: id, detail: { title, date } });
  };

  return {
    list: (from, to) => {
      const range = {
        ...(from === undefined ? {} : { $gte: from }),
        ...(to === undefined ? {} : { $lt: to }),
      };
      const filter = from === undefined && to === undefined ? {} : { date: range };
      return model.find(filter).sort({ date: 1, _id: 1 }).lean();
    },

    add: async (text, key, actor) => {
      const fields = {
        title: text.title,
        date: momentOf(text.date, 'date'),
        uid: randomUUID(),
        sequence: 0,
        updatedAt: new Date(),
      };
      const record = await once(
        { person: actor.actor ?? '', key, body: { event: text } },
        {
          make: async (_id): Promise<EventRecord> => {
            await model.create({ _id, ...fields });
            return { _id, ...fields };
          },
          find: (_id) => model.findById(_id).lean(),
          complete: async (made, isNew) => {
            if (isNew) await audit('event.created', made, actor);
          },
        },
      );
      return presentEvent(record);
    },

    addOnce: async (uid, { title, date }) => {
      const $setOnInsert = { title, date, sequence: 0, updatedAt: new Date() };
      const { upsertedCount } = await model.updateOne({ uid }, { $setOnInsert }, { upsert: true });
      return upsertedCount === 1;
    },

    change: async (id, { title, date }, actor) => {
      const $set = {
        ...(title === undefined ? {} : { title }),
        ...(date === undefined ? {} : { date: momentOf(date, 'date') }),
        updatedAt: new Date(),
      };
      const update = { $set, $inc: { sequence: 1 } };
      const record = await model.findByIdAndUpdate(id, update, { returnDocument: 'after' }).lean();
      if (record === null) throw unknownEvent();
      await audit('event.changed', record, actor);
      return presentEvent(record);
    },

    remove: async (id, actor) => {
      const record = await model.findByIdAndDelete(id).lean();
      if (record === null) throw unknownEvent();
      await audit('event.deleted', record, actor);
    },
  };
}
