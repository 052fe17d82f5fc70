import { aboutDocument, type DocumentListQuery, type DocumentOrder } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { nameIn } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { DEFAULT_PAGE, orderNamed, type Page, readPage } from '../../platform/lists/pages.ts';
import { type Finder, FOUND_PAGE, folded, searchFieldsOf } from '../../platform/lists/search.ts';
import { readableKeys, visibilityOf } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';

const ORDERS = {
  title: 'sortTitle',
  size: 'size',
  uploadedAt: 'uploadedAt',
} as const satisfies Record<DocumentOrder, keyof DocumentRecord>;

/** Returns the search and sort fields of a document. */
export function listFieldsOf({ title, name }: Pick<DocumentRecord, 'title' | 'name'>) {
  return { sortTitle: folded(title), ...searchFieldsOf(title, name) };
}

/** Creates the list of the documents that some keys read, by default newest first. */
export function createDocumentList(model: Model<DocumentRecord>) {
  return (query: DocumentListQuery, readableKeys: readonly string[]): Promise<Page<DocumentRecord>> => {
    const { limit = DEFAULT_PAGE, cursor, search, sort = '-uploadedAt', visibility: wanted, kind, year } = query;
    const keys = readableKeys.filter((key) => wanted === undefined || nameIn(key) === wanted);
    const filter = {
      visibility: { $in: keys },
      ...(kind !== undefined && { kind: { $in: kind.map((each) => (each === 'none' ? null : each)) } }),
      ...(year !== undefined && { year }),
    };
    const order = orderNamed<DocumentRecord>(sort, ORDERS, '_id');
    return readPage(model, { filter, search, order, limit, cursor, fields: { searchText: 0, versions: 0 } });
  };
}

/** Creates the search of documents by title and file name, newest first. */
export function findDocuments({ database }: Core): Finder {
  const list = createDocumentList(documentModel(database.connection));
  return async (reader, search) => {
    const { rows } = await list({ search, ...FOUND_PAGE }, readableKeys(reader));
    return rows.map(({ _id, title, name, kind, revision, visibility, uploadedAt }) => ({
      kind: 'document',
      id: String(_id),
      title,
      about: aboutDocument({ kind, revision, visibility: visibilityOf(visibility), name }),
      date: uploadedAt.toISOString(),
    }));
  };
}
