import type {
  AdminPressReleaseListQuery,
  FoundRecord,
  PressReleaseOrder,
  PressReleaseStatus,
} from '@cytocomm/contract';
import type { Model } from 'mongoose';
import type { Principal } from '../../platform/calls/access.ts';
import { isReadBy } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { type Condition, type ListedCollection, readList } from '../../platform/lists/indexed-list.ts';
import { FIRST_MOMENT, type ListOrder, orderNamed, RECORD_ID } from '../../platform/lists/list-order.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import {
  type Finder,
  folded,
  readFound,
  type SearchFields,
  searchConditions,
  searchFieldsOf,
  searchTextOf,
} from '../../platform/lists/search-keys.ts';
import { type PressReleaseRecord, pressReleaseModel, readableKeys, statusOf } from './model.ts';
import { formatPlannedTime } from './schedule.ts';

/** The sort date of a draft: after all scheduled releases. */
const NO_DATE = new Date('9999-12-31T23:59:59.999Z');

/** The additional search and sort fields of a release. */
interface PressReleaseListFields extends SearchFields {
  readonly sortTitle: string;
  readonly sortDate: Date;
}

/** The source of the list fields. */
interface Listed {
  readonly title: string;
  readonly author: string;
  readonly date?: Date | undefined;
}

/** Returns the search and sort fields of a release. */
export function listFieldsOf({ title, author, date }: Listed) {
  return {
    sortTitle: folded(title),
    sortDate: date ?? NO_DATE,
    ...searchFieldsOf(title, author),
  } satisfies PressReleaseListFields;
}

/** A page of releases. */
export interface PressReleasePage {
  readonly releases: readonly PressReleaseRecord[];
  readonly nextCursor: string | null;
}

/** The fields of a row; texts are read only for the rows of the page. */
type ListedPressRelease = Pick<
  PressReleaseRecord,
  | '_id'
  | 'title'
  | 'target'
  | 'date'
  | 'timeZone'
  | 'author'
  | 'createdAt'
  | 'updatedAt'
  | 'sortTitle'
  | 'sortDate'
  | 'searchText'
  | 'approval'
>;

const LISTED = {
  title: 1,
  target: 1,
  date: 1,
  timeZone: 1,
  author: 1,
  createdAt: 1,
  updatedAt: 1,
  sortTitle: 1,
  sortDate: 1,
  searchText: 1,
  'approval.state': 1,
} as const;

const ORDERS = {
  title: { field: 'sortTitle', least: '' },
  date: { field: 'sortDate', least: FIRST_MOMENT },
  author: { field: 'author', least: '' },
  createdAt: { field: 'createdAt', least: FIRST_MOMENT },
  updatedAt: { field: 'updatedAt', least: FIRST_MOMENT },
} as const satisfies Record<PressReleaseOrder, Pick<ListOrder<ListedPressRelease>, 'field' | 'least'>>;

function hasStatus(status: PressReleaseStatus, now: Date): Condition<ListedPressRelease> {
  const range = { draft: { $gte: NO_DATE }, scheduled: { $gt: now, $lt: NO_DATE }, published: { $lte: now } }[status];
  const filter = { sortDate: range };
  return {
    holds: ({ sortDate = NO_DATE }) => statusOf(sortDate < NO_DATE ? { date: sortDate } : {}, now) === status,
    entries: [filter],
    isExact: true,
    inOrderOf: (field) => (field === 'sortDate' ? [filter] : undefined),
  };
}

/** Releases that wait for approval are few and have their own index. */
const WAITS: Condition<ListedPressRelease> = {
  holds: ({ approval }) => approval?.state === 'asked',
  entries: [{ 'approval.state': 'asked' }],
  isExact: true,
};

/** Limits of a search: releases that these keys read, by default all, by title alone. */
interface Found {
  readonly keys?: readonly string[] | undefined;
  readonly titled: string;
}

function isFound({ keys, titled }: Found): Condition<ListedPressRelease> {
  const words = searchConditions<ListedPressRelease>(titled, 'createdAt');
  const holds = (row: ListedPressRelease) =>
    (keys === undefined || isReadBy(row.target, keys)) &&
    words.every((word) => word.holds({ ...row, searchText: searchTextOf([row.title]) }));
  return { holds, entries: [], isExact: false };
}

/** Creates the list of rows: searched, filtered and ordered by indexes, reading a bounded number per page. */
function createPressReleaseRows(model: Model<PressReleaseRecord>, clock: () => Date) {
  const collection: ListedCollection<ListedPressRelease> = {
    find: (filter, sort, limit) => model.find(filter, LISTED).sort(sort).limit(limit).lean<ListedPressRelease[]>(),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };

  return async (query: AdminPressReleaseListQuery, found?: Found) => {
    const { limit = DEFAULT_PAGE, cursor, search = '', sort = '-createdAt', status, approval } = query;
    const order = orderNamed<ListedPressRelease>(sort, ORDERS, RECORD_ID);
    const conditions = searchConditions<ListedPressRelease>(search, 'createdAt');
    if (status !== undefined) conditions.push(hasStatus(status, clock()));
    if (approval !== undefined) conditions.push(WAITS);
    if (found !== undefined) conditions.push(isFound(found));
    const { rows: page, nextCursor } = await readList(collection, { conditions, order, limit, cursor });
    return { page, nextCursor };
  };
}

/** Creates the list of all releases with their texts. */
export function createPressReleaseList(model: Model<PressReleaseRecord>, clock: () => Date) {
  const list = createPressReleaseRows(model, clock);
  return async (query: AdminPressReleaseListQuery): Promise<PressReleasePage> => {
    const { page, nextCursor } = await list(query);
    const ids = page.map(({ _id }) => _id);
    const found = await model.find({ _id: { $in: ids }, removedAt: null }).lean<PressReleaseRecord[]>();
    const byId = new Map(found.map((record) => [String(record._id), record]));
    return { releases: page.flatMap(({ _id }) => byId.get(String(_id)) ?? []), nextCursor };
  };
}

/** Returns the search scope of a person and its order; without keys all releases. */
function scopeOf(reader: Principal) {
  if (reader.roles.includes('admin')) return { query: { sort: '-createdAt' }, keys: undefined } as const;
  return { query: { sort: '-date', status: 'published' }, keys: readableKeys(reader) } as const;
}

/** Returns date and status that distinguish a release in search results; a time in a zone as text. */
function describe({ date, timeZone }: ListedPressRelease, now: Date): Pick<FoundRecord, 'about' | 'date' | 'status'> {
  const status = statusOf(date === undefined ? {} : { date }, now);
  const moment = date?.toISOString() ?? null;
  if (status === 'published') return { about: '', date: moment };
  const planned = timeZone === undefined ? undefined : formatPlannedTime({ publishAt: date, timeZone });
  // In its own zone it may be another day.
  return planned === undefined
    ? { about: status, date: moment, status }
    : { about: `${status}, ${planned}`, date: null, status };
}

/** Creates the search of press releases by title, newest first; admins find unpublished ones, too. */
export function findPressReleases({ database }: Core): Finder {
  const list = createPressReleaseRows(pressReleaseModel(database.connection), database.now);
  return async (reader, search) => {
    const { query, keys } = scopeOf(reader);
    const read = (page: Pick<AdminPressReleaseListQuery, 'limit' | 'cursor'>) =>
      list({ search, ...query, ...page }, { keys, titled: search });
    return readFound(read, (row) => ({
      kind: 'press-release',
      id: String(row._id),
      title: row.title,
      ...describe(row, database.now()),
    }));
  };
}
