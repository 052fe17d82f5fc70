import { aboutDocument, type DocumentListQuery, type DocumentOrder } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { isReadBy, nameIn } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { type Condition, type ListedCollection, readList } from '../../platform/lists/indexed-list.ts';
import { FIRST_MOMENT, type ListOrder, orderNamed, RECORD_ID } from '../../platform/lists/list-order.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import { type Finder, folded, readFound, searchConditions, searchFieldsOf } from '../../platform/lists/search-keys.ts';
import { readableKeys, visibilityOf } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';

/** Returns the condition on kind and year, if any; indexes hold each kind, each year and both in the order of uploads. */
function ofKindAndYear(
  keys: readonly string[],
  { kind, year }: Pick<DocumentListQuery, 'kind' | 'year'>,
): readonly Condition<DocumentRecord>[] {
  if (kind === undefined && year === undefined) return [];
  const kinds = kind && [...new Set(kind)].map((each) => (each === 'none' ? null : each));
  const ofYear = year === undefined ? {} : { year };
  return [
    {
      holds: (row) =>
        isReadBy(row.visibility, keys) &&
        (kinds === undefined || kinds.includes(row.kind ?? null)) &&
        (year === undefined || row.year === year),
      entries: [{ visibility: { $in: keys }, ...(kinds && { kind: { $in: kinds } }), ...ofYear }],
      isExact: true,
      inOrderOf: (field) =>
        field === 'uploadedAt'
          ? keys.flatMap((visibility) =>
              (kinds ?? [undefined]).map((each) => ({
                visibility,
                ...(each !== undefined && { kind: each }),
                ...ofYear,
              })),
            )
          : undefined,
    },
  ];
}

/** A page of documents. */
export interface DocumentRecords {
  readonly page: readonly DocumentRecord[];
  readonly nextCursor: string | null;
}

const ORDERS = {
  title: { field: 'sortTitle', least: '' },
  size: { field: 'size', least: 0 },
  uploadedAt: { field: 'uploadedAt', least: FIRST_MOMENT },
} as const satisfies Record<DocumentOrder, Pick<ListOrder<DocumentRecord>, 'field' | 'least'>>;

/** Returns the search and sort fields of a document. */
export function listFieldsOf({ title, name }: Pick<DocumentRecord, 'title' | 'name'>) {
  return { sortTitle: folded(title), ...searchFieldsOf(title, name) };
}

/** Returns the condition that one of these keys reads a document; an index has those of each key in every order. */
function readBy(keys: readonly string[]): Condition<DocumentRecord> {
  return {
    holds: ({ visibility }) => isReadBy(visibility, keys),
    entries: [],
    isExact: false,
    inOrderOf: () => keys.map((visibility) => ({ visibility })),
  };
}

/** Creates the list of documents: searched, filtered and ordered by indexes, reading a bounded number per page. */
export function createDocumentList(model: Model<DocumentRecord>) {
  const collection: ListedCollection<DocumentRecord> = {
    find: (filter, sort, limit) =>
      model.find(filter, { searchKeys: 0, versions: 0 }).sort(sort).limit(limit).lean<DocumentRecord[]>(),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };

  return async (query: DocumentListQuery, readableKeys: readonly string[]): Promise<DocumentRecords> => {
    const { limit = DEFAULT_PAGE, cursor, search = '', sort = '-uploadedAt', visibility: wanted } = query;
    const order = orderNamed<DocumentRecord>(sort, ORDERS, RECORD_ID);
    const keys = readableKeys.filter((key) => wanted === undefined || nameIn(key) === wanted);
    const conditions = [
      ...ofKindAndYear(keys, query),
      readBy(keys),
      ...searchConditions<DocumentRecord>(search, 'uploadedAt'),
    ];
    const { rows: page, nextCursor } = await readList(collection, { conditions, order, limit, cursor });
    return { page, nextCursor };
  };
}

/** Creates the search of documents by title and file name, newest first. */
export function findDocuments({ database }: Core): Finder {
  const list = createDocumentList(documentModel(database.connection));
  return (reader, search) =>
    readFound(
      (page) => list({ search, ...page }, readableKeys(reader)),
      ({ _id, title, name, kind, revision, visibility, uploadedAt }) => ({
        kind: 'document',
        id: String(_id),
        title,
        about: aboutDocument({ kind, revision, visibility: visibilityOf(visibility), name }),
        date: uploadedAt.toISOString(),
      }),
    );
}
