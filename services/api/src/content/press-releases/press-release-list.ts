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
import { plannedWords } from './plan.ts';

/** The date of a draft in the order of dates: after all that are planned. */
const NO_DATE = new Date('9999-12-31T23:59:59.999Z');

/** What the list of all releases is searched and ordered by, besides what a release has anyway. */
interface PressReleaseListFields extends SearchFields {
  readonly sortTitle: string;
  readonly sortDate: Date;
}

/** What the fields of the list are made of. */
interface Listed {
  readonly title: string;
  readonly author: string;
  readonly date?: Date | undefined;
}

/** Returns what the list needs of a release. */
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

/** What releases are searched, ordered and found by: their texts are read only of those on the page. */
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

/** Those that wait for approval are few, and have an index of their own. */
const WAITS: Condition<ListedPressRelease> = {
  holds: ({ approval }) => approval?.state === 'asked',
  entries: [{ 'approval.state': 'asked' }],
  isExact: true,
};

/** Which releases a search finds, besides what its query says: those that somebody reads by these keys, by default all, by their titles alone. */
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

/**
 * Returns what lists releases without their texts: searched, filtered and ordered by indexes. Each answer reads
 * a bounded number of them.
 */
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

/** Returns what lists all releases with their texts. */
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

/** Returns which releases a person may see, and their order; without keys all. */
function seenBy(reader: Principal) {
  if (reader.roles.includes('admin')) return { query: { sort: '-createdAt' }, keys: undefined } as const;
  return { query: { sort: '-date', status: 'published' }, keys: readableKeys(reader) } as const;
}

/**
 * Returns what tells a release from others: its date, and of one that is not out its status; a time in a zone in words. The words
 * name the status, too, for shells of before it had a field.
 */
function tellOf({ date, timeZone }: ListedPressRelease, now: Date): Pick<FoundRecord, 'about' | 'date' | 'status'> {
  const status = statusOf(date === undefined ? {} : { date }, now);
  const moment = date?.toISOString() ?? null;
  if (status === 'published') return { about: '', date: moment };
  const planned = timeZone === undefined ? undefined : plannedWords({ publishAt: date, timeZone });
  // By its own clocks it may be another day.
  return planned === undefined
    ? { about: status, date: moment, status }
    : { about: `${status}, ${planned}`, date: null, status };
}

/** Returns what finds press releases by title, newest first: admins find those that are not out, too. */
export function findPressReleases({ database }: Core): Finder {
  const list = createPressReleaseRows(pressReleaseModel(database.connection), database.now);
  return async (reader, search) => {
    const { query, keys } = seenBy(reader);
    const read = (asked: Pick<AdminPressReleaseListQuery, 'limit' | 'cursor'>) =>
      list({ search, ...query, ...asked }, { keys, titled: search });
    return readFound(read, (row) => ({
      kind: 'press-release',
      id: String(row._id),
      title: row.title,
      ...tellOf(row, database.now()),
    }));
  };
}
