import { type AdminEventListQuery, type EventOrder, isWholeDay, MAX_EVENT_DAYS } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import type { Core } from '../../platform/core.ts';
import { DEFAULT_PAGE, type ListFilter, orderNamed, type Page, readPage } from '../../platform/lists/pages.ts';
import { type Finder, FOUND_PAGE, folded, searchFieldsOf } from '../../platform/lists/search.ts';
import { audienceKeys, type EventReader, listedKeys, readerListKeys } from './audience.ts';
import { type EventRecord, eventModel } from './model.ts';

/** The additional search, filter and sort fields of an event. */
interface ListFields {
  readonly searchText: string;
  /** The title in lower case, without accents. */
  readonly sortTitle: string;
  /** Whether it is one of whole days. */
  readonly wholeDay: boolean;
  /** When it is over. */
  readonly overAt: Date;
  /** The keys of its audience: `public`, `signed_in`, roles, or those of groups. */
  readonly listedFor: readonly string[];
}

/** The source of the list fields. */
type Listed = Pick<EventRecord, 'title' | 'place' | 'date' | 'end' | 'allDay' | 'timeZone' | 'audience'>;

/** Returns the search, filter and sort fields of an event. */
export function listFieldsOf(event: Listed): ListFields {
  const { title, place = '', date, end, allDay, timeZone, audience } = event;
  const wholeDay = isWholeDay({ date: date.toISOString(), allDay, timeZone });
  const last = (end ?? date).getTime();
  const overAt = new Date(wholeDay ? last + DAY_MS : last);
  const when = { wholeDay, overAt, listedFor: listedKeys(audience) };
  return { sortTitle: folded(title), ...when, ...searchFieldsOf(title, place) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

const ORDERS = { date: 'date', title: 'sortTitle' } as const satisfies Record<EventOrder, keyof EventRecord>;

/** Returns the earliest possible start of an event that lasts until a moment. */
export const earliestStart = (moment: Date): Date => new Date(moment.getTime() - (MAX_EVENT_DAYS + 1) * DAY_MS);

/** Returns the filter of events that are over, or are not. `today` is when earlier whole days are over, by default now (UTC). */
function whenIs(when: NonNullable<AdminEventListQuery['when']>, now: Date, today = now): ListFilter {
  const isPast = when === 'past';
  const overBy = (moment: Date) => ({ overAt: isPast ? { $lte: moment } : { $gt: moment } });
  const [earlier, later] = today < now ? [today, now] : [now, today];
  return {
    // For the index: an event that is not over started at most this long ago.
    date: isPast ? { $lte: later } : { $gte: earliestStart(earlier) },
    $or: [
      { wholeDay: true, ...overBy(today) },
      { wholeDay: false, ...overBy(now) },
    ],
  };
}

/** Creates the list of the events that a reader may see. */
export function createEventList(model: Model<EventRecord>, clock: () => Date) {
  return (query: AdminEventListQuery, reader: EventReader): Promise<Page<EventRecord>> => {
    const { limit = DEFAULT_PAGE, cursor, search, sort = 'date', when, audience, allDay, today } = query;
    const readable = readerListKeys(reader);
    const conditions = [
      ...(when === undefined ? [] : [whenIs(when, clock(), today === undefined ? undefined : new Date(today))]),
      ...(audience === undefined ? [] : [{ listedFor: { $in: audienceKeys(audience) } }]),
      ...(readable === undefined ? [] : [{ listedFor: { $in: readable } }]),
      ...(allDay === undefined ? [] : [{ wholeDay: allDay === 'true' }]),
    ];
    const filter = conditions.length === 0 ? {} : { $and: conditions };
    const order = orderNamed<EventRecord>(sort, ORDERS, '_id');
    return readPage(model, { filter, search, order, limit, cursor });
  };
}

/** Creates the search of events by title and place, the latest first. */
export function findEvents({ database }: Core): Finder {
  const list = createEventList(eventModel(database.connection), database.now);
  return async (reader, search) => {
    const { rows } = await list({ search, sort: '-date', ...FOUND_PAGE }, reader);
    return rows.map(({ _id, title, place = '', date }) => ({
      kind: 'event',
      id: String(_id),
      title,
      about: place,
      date: date.toISOString(),
    }));
  };
}
