import { type AdminEventListQuery, type EventOrder, isWholeDay, MAX_EVENT_DAYS } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { isReadBy } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { type Condition, type ListedCollection, type ListFilter, readList } from '../../platform/lists/indexed-list.ts';
import { FIRST_MOMENT, type ListOrder, orderNamed, RECORD_ID } from '../../platform/lists/list-order.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import {
  type Finder,
  folded,
  readFound,
  type SearchFields,
  searchConditions,
  searchFieldsOf,
} from '../../platform/lists/search-keys.ts';
import { audienceKeys, type EventReader, isVisibleTo, listedKeys, readerListKeys } from './audience.ts';
import { type EventRecord, eventModel } from './model.ts';

/** The additional search, filter and sort fields of an event. */
export interface ListFields extends SearchFields {
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

/** A page of events. */
export interface EventRecords {
  readonly page: readonly EventRecord[];
  readonly nextCursor: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const ORDERS = {
  date: { field: 'date', least: FIRST_MOMENT },
  title: { field: 'sortTitle', least: '' },
} as const satisfies Record<EventOrder, Pick<ListOrder<EventRecord>, 'field' | 'least'>>;

/** Returns the earliest possible start of an event that lasts until a moment. */
export const earliestStart = (moment: Date): Date => new Date(moment.getTime() - (MAX_EVENT_DAYS + 1) * DAY_MS);

/** Conditions of events that are over, or are not. */
interface When {
  readonly condition: Condition<EventRecord>;
  /** A bound of their dates, which limits reads of other indexes. */
  readonly dates: ListFilter;
}

/** `today` is when earlier whole days are over, by default now (UTC). */
function whenIs(when: NonNullable<AdminEventListQuery['when']>, now: Date, today = now): When {
  const isPast = when === 'past';
  const [earlier, later] = today < now ? [today, now] : [now, today];
  const overBy = (moment: Date) => ({ overAt: isPast ? { $lte: moment } : { $gt: moment } });
  // An event that is not over started at most this long ago.
  const dates = { date: isPast ? { $lte: later } : { $gte: earliestStart(earlier) } };
  const isOneMoment = today.getTime() === now.getTime();
  const inOrder = isOneMoment
    ? [{ ...dates, ...overBy(now) }]
    : [
        { wholeDay: true, ...dates, ...overBy(today) },
        { wholeDay: false, ...dates, ...overBy(now) },
      ];
  const condition: Condition<EventRecord> = {
    holds: ({ overAt, wholeDay }) => overAt !== undefined && overAt <= (wholeDay ? today : now) === isPast,
    entries: [overBy(isPast ? later : earlier)],
    isExact: isOneMoment,
    inOrderOf: (field) => (field === 'date' ? inOrder : undefined),
  };
  return { condition, dates };
}

/** Returns a condition with an index in the order of dates. */
function byDate(holds: (row: EventRecord) => boolean, filter: ListFilter, dates: ListFilter): Condition<EventRecord> {
  const entries = [{ ...filter, ...dates }];
  const inOrderOf = (field: string) => (field === 'date' ? entries : undefined);
  return { holds, entries, isExact: true, entriesBy: 'date', inOrderOf };
}

function conditionsOf(query: AdminEventListQuery, now: Date): readonly Condition<EventRecord>[] {
  const { search = '', when, audience, allDay, today } = query;
  const ofReader = today === undefined ? undefined : new Date(today);
  const { condition, dates = {} } = when === undefined ? {} : whenIs(when, now, ofReader);
  const conditions: Condition<EventRecord>[] = condition === undefined ? [] : [condition];
  const words = searchConditions<EventRecord>(search, 'date');
  conditions.push(...words.map((word) => ({ ...word, entries: word.entries.map((key) => ({ ...key, ...dates })) })));
  if (audience !== undefined) {
    const keys = audienceKeys(audience);
    // First: the list is read in the order of its index.
    conditions.unshift({
      holds: (row) => isReadBy(row.listedFor, keys),
      entries: [{ listedFor: { $in: keys }, ...dates }],
      isExact: true,
      inOrderOf: (field) => (field === 'date' ? keys.map((key) => ({ listedFor: key, ...dates })) : undefined),
    });
  }
  if (allDay !== undefined) {
    const wholeDay = allDay === 'true';
    conditions.push(byDate((row) => row.wholeDay === wholeDay, { wholeDay }, dates));
  }
  return conditions;
}

/** Creates the list of events: searched, filtered and ordered by indexes, reading a bounded number per page. */
export function createEventList(model: Model<EventRecord>, clock: () => Date) {
  // Few events are being deleted, so no index excludes them.
  const present = (filter: ListFilter) => ({ $and: [filter, { removedAt: null }] });
  const collection: ListedCollection<EventRecord> = {
    find: (filter, sort, limit) =>
      model.find(present(filter), { searchKeys: 0 }).sort(sort).limit(limit).lean<EventRecord[]>(),
    count: (filter, limit) => model.countDocuments(present(filter), { limit }),
  };

  return async (query: AdminEventListQuery, reader: EventReader): Promise<EventRecords> => {
    const { limit = DEFAULT_PAGE, cursor, sort = 'date' } = query;
    const order = orderNamed<EventRecord>(sort, ORDERS, RECORD_ID);
    const visible = isVisibleTo(reader);
    const keys = readerListKeys(reader);
    const conditions = [
      ...conditionsOf(query, clock()),
      ...(visible
        ? [{ holds: visible, entries: keys === undefined ? [] : [{ listedFor: { $in: keys } }], isExact: false }]
        : []),
    ];
    const { rows: page, nextCursor } = await readList(collection, { conditions, order, limit, cursor });
    return { page, nextCursor };
  };
}

/** Creates the search of events by title and place, the latest first. */
export function findEvents({ database }: Core): Finder {
  const list = createEventList(eventModel(database.connection), database.now);
  return (reader, search) =>
    readFound(
      (page) => list({ search, sort: '-date', ...page }, reader),
      ({ _id, title, place = '', date }) => ({
        kind: 'event',
        id: String(_id),
        title,
        about: place,
        date: date.toISOString(),
      }),
    );
}
