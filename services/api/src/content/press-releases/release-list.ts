import type { AdminPressReleaseListQuery, PressReleaseOrder, ReleaseStatus } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { isReadBy } from '../../platform/calls/readers.ts';
import { DEFAULT_PAGE } from '../../platform/lists/cursor.ts';
import { type Condition, type ListedCollection, readList } from '../../platform/lists/indexed-list.ts';
import { FIRST_MOMENT, type ListOrder, orderNamed, RECORD_ID } from '../../platform/lists/list-order.ts';
import { searchConditions, searchTextOf } from '../../platform/lists/search-keys.ts';
import { NO_DATE } from './list-fields.ts';
import { type PressReleaseRecord, statusOf } from './model.ts';

/** A page of releases. */
export interface ReleasePage {
  readonly releases: readonly PressReleaseRecord[];
  readonly nextCursor: string | null;
}

/** What releases are searched, ordered and found by: their texts are read only of those on the page. */
export type ListedRelease = Pick<
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
} as const satisfies Record<PressReleaseOrder, Pick<ListOrder<ListedRelease>, 'field' | 'least'>>;

function hasStatus(status: ReleaseStatus, now: Date): Condition<ListedRelease> {
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
const WAITS: Condition<ListedRelease> = {
  holds: ({ approval }) => approval?.state === 'asked',
  entries: [{ 'approval.state': 'asked' }],
  isExact: true,
};

/** Which releases a search finds, besides what its query says: those that somebody reads by these keys, by default all, by their titles alone. */
interface Found {
  readonly keys?: readonly string[] | undefined;
  readonly titled: string;
}

function isFound({ keys, titled }: Found): Condition<ListedRelease> {
  const words = searchConditions<ListedRelease>(titled, 'createdAt');
  const holds = (row: ListedRelease) =>
    (keys === undefined || isReadBy(row.target, keys)) &&
    words.every((word) => word.holds({ ...row, searchText: searchTextOf([row.title]) }));
  return { holds, entries: [], isExact: false };
}

/**
 * Returns what lists releases without their texts: searched, filtered and ordered by indexes. Each answer reads
 * a bounded number of them.
 */
export function createReleaseRows(model: Model<PressReleaseRecord>, clock: () => Date) {
  const collection: ListedCollection<ListedRelease> = {
    find: (filter, sort, limit) => model.find(filter, LISTED).sort(sort).limit(limit).lean<ListedRelease[]>(),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };

  return async (query: AdminPressReleaseListQuery, found?: Found) => {
    const { limit = DEFAULT_PAGE, cursor, search = '', sort = '-createdAt', status, approval } = query;
    const order = orderNamed<ListedRelease>(sort, ORDERS, RECORD_ID);
    const conditions = searchConditions<ListedRelease>(search, 'createdAt');
    if (status !== undefined) conditions.push(hasStatus(status, clock()));
    if (approval !== undefined) conditions.push(WAITS);
    if (found !== undefined) conditions.push(isFound(found));
    const { rows: page, nextCursor } = await readList(collection, { conditions, order, limit, cursor });
    return { page, nextCursor };
  };
}

/** Returns what lists all releases with their texts. */
export function createReleaseList(model: Model<PressReleaseRecord>, clock: () => Date) {
  const list = createReleaseRows(model, clock);
  return async (query: AdminPressReleaseListQuery): Promise<ReleasePage> => {
    const { page, nextCursor } = await list(query);
    const ids = page.map(({ _id }) => _id);
    const found = await model.find({ _id: { $in: ids }, removedAt: null }).lean<PressReleaseRecord[]>();
    const byId = new Map(found.map((record) => [String(record._id), record]));
    return { releases: page.flatMap(({ _id }) => byId.get(String(_id)) ?? []), nextCursor };
  };
}
