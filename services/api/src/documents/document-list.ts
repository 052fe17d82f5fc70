import { type DocumentListQuery, type DocumentOrder, recordIdSchema, type Visibility } from '@cytocomm/contract';
import { type Connection, type Model, type QueryFilter, Types } from 'mongoose';
import { z } from 'zod';
import { newestFirst } from '../database/newest-first.ts';
import { cutPage, DEFAULT_PAGE, decodeCursor } from '../http/cursor.ts';
import { folded } from '../users/search-keys.ts';
import type { DocumentRecord } from './model.ts';

type Filter = QueryFilter<DocumentRecord>;

/** A page of documents. */
export interface DocumentRecords {
  readonly page: readonly DocumentRecord[];
  readonly nextCursor: string | null;
}

/** How many documents of an earlier version of the portal a list completes at once. */
const COMPLETED = 200;
/** The last millisecond that a Date can hold; below zero the first one. */
const LAST_MS = 8.64e15;

const byDate = newestFirst<DocumentRecord>('uploadedAt', (row) => row.uploadedAt);

/** The fields that order a list, and what a position in each is. */
const FIELDS = {
  title: { field: 'sortTitle', valueSchema: z.string() },
  size: { field: 'size', valueSchema: z.int() },
  uploadedAt: { field: 'uploadedAt', valueSchema: z.int().min(-LAST_MS).max(LAST_MS) },
} as const satisfies Record<DocumentOrder, { field: keyof DocumentRecord; valueSchema: z.ZodType<string | number> }>;

/** The order of a list: by a field, then by id, both in one direction. */
interface Order {
  readonly of: (typeof FIELDS)[DocumentOrder];
  readonly direction: 1 | -1;
}

function orderOf(sort: string): Order {
  const named = Object.entries(FIELDS).find(([name]) => sort === name || sort === `-${name}`);
  return { of: named?.[1] ?? FIELDS.uploadedAt, direction: sort.startsWith('-') ? -1 : 1 };
}

function following({ of: { field, valueSchema }, direction }: Order, cursor: string | undefined): readonly Filter[] {
  if (cursor === undefined) return [];
  const [stored, id] = decodeCursor<[string | number, string]>(cursor, z.tuple([valueSchema, recordIdSchema]));
  const value = field === 'uploadedAt' ? new Date(stored) : stored;
  const _id = Types.ObjectId.createFromHexString(id);
  const [start, later] = direction === 1 ? (['$gte', '$gt'] as const) : (['$lte', '$lt'] as const);
  return [{ [field]: { [start]: value }, $or: [{ [field]: { [later]: value } }, { _id: { [later]: _id } }] }];
}

function positionOf(record: DocumentRecord, { of: { field } }: Order): readonly [string | number, string] {
  const value = record[field];
  return [value instanceof Date ? value.getTime() : (value ?? ''), String(record._id)];
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Returns the conditions of a search: the title or the name of the file holds each word. */
function holding(search: string): readonly Filter[] {
  const words = new Set(search.split(/\s+/).filter((word) => word !== ''));
  return [...words].map((word) => ({
    $or: [
      { sortTitle: { $regex: literal(folded(word)) } },
      { name: { $regex: literal(word.normalize('NFC')), $options: 'i' } },
    ],
  }));
}

/**
 * Adds what the list is searched and ordered by to documents that lack it, at most `limit` of them: those of an earlier
 * version of the portal, which may still run and add some. Returns how many there were. Safe to repeat.
 */
export async function completeDocuments(connection: Connection, limit: number): Promise<number> {
  const documents = connection.collection('documents');
  const records = await documents.find({ sortTitle: null }).project({ title: 1 }).limit(limit).toArray();
  if (records.length === 0) return 0;
  await documents.bulkWrite(
    records.map(({ _id, title }) => ({
      updateOne: { filter: { _id, sortTitle: null }, update: { $set: { sortTitle: folded(String(title)) } } },
    })),
  );
  return records.length;
}

/** Returns what lists documents of these visibilities: searched, filtered and ordered by indexes. */
export function createDocumentList(connection: Connection, model: Model<DocumentRecord>) {
  return async (query: DocumentListQuery, readable: readonly Visibility[]): Promise<DocumentRecords> => {
    const { limit = DEFAULT_PAGE, cursor, search = '', sort = '-uploadedAt', visibility: wanted } = query;
    const visibilities = readable.filter((each) => wanted === undefined || each === wanted);
    const words = holding(search);
    if (words.length > 0 || sort.endsWith('title')) await completeDocuments(connection, COMPLETED);
    if (sort === '-uploadedAt') {
      const $and = words.length > 0 ? { $and: [...words] } : {};
      const start = byDate.after(cursor);
      const found = await Promise.all(
        visibilities.map((visibility) =>
          model
            .find({ visibility, ...start, ...$and })
            .sort(byDate.sort)
            .limit(limit + 1)
            .lean<DocumentRecord[]>(),
        ),
      );
      return byDate.page(found, limit);
    }
    const order = orderOf(sort);
    const rows = await model
      .find({ visibility: { $in: visibilities }, $and: [{}, ...following(order, cursor), ...words] })
      .sort({ [order.of.field]: order.direction, _id: order.direction })
      .limit(limit + 1)
      .lean<DocumentRecord[]>();
    return cutPage(rows, limit, (row) => positionOf(row, order));
  };
}
