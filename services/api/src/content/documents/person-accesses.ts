import type { PersonAccess, PersonAccessQuery } from '@cytocomm/contract';
import type { Core } from '../../platform/core.ts';
import { type Condition, type ListedCollection, type ListPage, readList } from '../../platform/lists/indexed-list.ts';
import { FIRST_MOMENT, orderNamed, RECORD_ID } from '../../platform/lists/list-order.ts';
import { searchConditions, searchTextOf } from '../../platform/lists/search-keys.ts';
import { type AccessRecord, accessModel } from './access-log.ts';
import { documentModel } from './model.ts';

/** An access with what the document is called now. */
type NamedAccess = AccessRecord & { readonly deleted: boolean };

/** Which page of which accesses of a person. */
export type PersonAccessSearch = Omit<PersonAccessQuery, 'limit'> & { readonly email: string; readonly limit: number };

const ORDERS = { at: { field: 'at', least: FIRST_MOMENT } } as const;

/** Returns what reads the accesses of a person, newest first unless the query says otherwise. Throws 400 for a cursor that no page had. */
export function createPersonAccesses(core: Core): (search: PersonAccessSearch) => Promise<ListPage<NamedAccess>> {
  const model = accessModel(core.database.connection);
  const documents = documentModel(core.database.connection);

  async function withTitles(rows: readonly AccessRecord[]): Promise<NamedAccess[]> {
    const ids = [...new Set(rows.map(({ documentId }) => String(documentId)))];
    const found = await documents.find({ _id: { $in: ids }, visibility: { $exists: true } }, { title: 1 }).lean();
    const titles = new Map(found.map(({ _id, title }) => [String(_id), title]));
    return rows.map((row) => {
      const title = titles.get(String(row.documentId));
      return title === undefined ? { ...row, deleted: true } : { ...row, title, deleted: false };
    });
  }

  const collection: ListedCollection<NamedAccess> = {
    find: async (filter, sort, limit) =>
      withTitles(
        await model.find(filter, { searchKeys: 0, searchText: 0 }).sort(sort).limit(limit).lean<AccessRecord[]>(),
      ),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };

  return ({ limit, cursor, sort = '-at', ...query }) =>
    readList(collection, {
      conditions: conditionsOf(query),
      order: orderNamed<NamedAccess>(sort, ORDERS, RECORD_ID),
      limit,
      cursor,
    });
}

/** Returns an access as admins see it. */
export function presentPersonAccess({ at, action, from, documentId, title, deleted }: NamedAccess): PersonAccess {
  return { at: at.toISOString(), action, from, documentId: String(documentId), title: title ?? null, deleted };
}

type PersonAccessFilter = Omit<PersonAccessSearch, 'limit' | 'cursor' | 'sort'>;

function conditionsOf({ email, document = '', action, after, before }: PersonAccessFilter): Condition<NamedAccess>[] {
  const range = {
    ...(after !== undefined && { $gte: new Date(after) }),
    ...(before !== undefined && { $lt: new Date(before) }),
  };
  const isRanged = after !== undefined || before !== undefined;
  const ofPerson = { by: email, ...(isRanged && { at: range }) };
  return [
    // The index has the person and the days; nothing else is read.
    { holds: () => true, entries: [], isExact: true, inOrderOf: () => [ofPerson] },
    ...searchConditions<NamedAccess>(document, 'at').map(({ holds }) => ({
      // Titles change: they are looked up, and not in an index of accesses.
      holds: (row: NamedAccess) => holds({ ...row, searchText: searchTextOf([row.title ?? '']) }),
      entries: [],
      isExact: false,
    })),
    ...(action === undefined
      ? []
      : [{ holds: (row: NamedAccess) => row.action === action, entries: [], isExact: false }]),
  ];
}
