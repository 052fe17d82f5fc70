import type {
  AdminPressReleaseListQuery,
  FoundRecord,
  PressReleaseOrder,
  PressReleaseStatus,
} from '@cytocomm/contract';
import type { Model } from 'mongoose';
import type { Core } from '../../platform/core.ts';
import { DEFAULT_PAGE, type ListFilter, orderNamed, type Page, readPage } from '../../platform/lists/pages.ts';
import { type Finder, FOUND_PAGE, searchFieldsOf, searchFilter, searchTextOf } from '../../platform/lists/search.ts';
import { type PressReleaseRecord, pressReleaseModel, readableKeys, statusOf } from './model.ts';
import { formatPlannedTime } from './schedule.ts';

/** The sort date of a draft: after all scheduled releases. */
const NO_DATE = new Date('9999-12-31T23:59:59.999Z');

/** The source of the list fields. */
interface Listed {
  readonly title: string;
  readonly author: string;
  readonly date?: Date | undefined;
}

/** Returns the search and sort fields of a release. */
export function listFieldsOf({ title, author, date }: Listed) {
  return { sortTitle: searchTextOf([title]), sortDate: date ?? NO_DATE, ...searchFieldsOf(title, author) };
}

const ORDERS = {
  title: 'sortTitle',
  date: 'sortDate',
  author: 'author',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const satisfies Record<PressReleaseOrder, keyof PressReleaseRecord>;

/** Returns the range of the sort dates of a status. */
const datesOf = (status: PressReleaseStatus, now: Date) =>
  ({ draft: { $gte: NO_DATE }, scheduled: { $gt: now, $lt: NO_DATE }, published: { $lte: now } })[status];

/** Reads the releases that an admin lists, of those that a filter holds. */
export function readReleases(
  model: Model<PressReleaseRecord>,
  now: Date,
  query: AdminPressReleaseListQuery,
  of: ListFilter = {},
): Promise<Page<PressReleaseRecord>> {
  const { limit = DEFAULT_PAGE, cursor, search, sort = '-createdAt', status, approval } = query;
  const filter = {
    ...of,
    ...(status !== undefined && { sortDate: datesOf(status, now) }),
    ...(approval !== undefined && { 'approval.state': 'asked' }),
  };
  const order = orderNamed<PressReleaseRecord>(sort, ORDERS, '_id');
  return readPage(model, { filter, search, order, limit, cursor, fields: { searchText: 0 } });
}

/** Returns date and status that distinguish a release in search results; a time in a zone as text. */
function describe({ date, timeZone }: PressReleaseRecord, now: Date): Pick<FoundRecord, 'about' | 'date' | 'status'> {
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
  const model = pressReleaseModel(database.connection);
  return async (reader, search) => {
    const isAdmin = reader.roles.includes('admin');
    const query = isAdmin ? ({ sort: '-createdAt' } as const) : ({ sort: '-date', status: 'published' } as const);
    const of = {
      // By the title alone, not by the author.
      $and: searchFilter(search, 'sortTitle'),
      ...(!isAdmin && { target: { $in: readableKeys(reader) } }),
    };
    const { rows } = await readReleases(model, database.now(), { search, ...query, ...FOUND_PAGE }, of);
    return rows.map((row) => ({
      kind: 'press-release',
      id: String(row._id),
      title: row.title,
      ...describe(row, database.now()),
    }));
  };
}
