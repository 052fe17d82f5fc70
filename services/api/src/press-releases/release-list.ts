import { type AdminPressReleaseListQuery, type PressReleaseOrder, recordIdSchema } from '@cytocomm/contract';
import { type Connection, type Model, type QueryFilter, Types } from 'mongoose';
import { z } from 'zod';
import { cutPage, DEFAULT_PAGE, decodeCursor } from '../http/cursor.ts';
import { folded } from '../users/search-keys.ts';
import { completeReleases, NO_DATE } from './list-fields.ts';
import type { PressReleaseRecord } from './model.ts';

type Filter = QueryFilter<PressReleaseRecord>;

/** A page of releases. */
export interface ReleasePage {
  readonly releases: readonly PressReleaseRecord[];
  readonly nextCursor: string | null;
}

/** How many releases of an earlier version of the portal a list completes at once. */
const COMPLETED = 200;
/** The last millisecond that a Date can hold; below zero the first one. */
const LAST_MS = 8.64e15;

/** The order of a list: by a field, then by id, both in one direction. */
interface Order {
  readonly field: 'sortTitle' | 'sortDate' | 'author' | 'createdAt' | 'updatedAt';
  readonly direction: 1 | -1;
}

const FIELDS: Readonly<Record<PressReleaseOrder, Order['field']>> = {
  title: 'sortTitle',
  date: 'sortDate',
  author: 'author',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
};

function orderOf(sort: string): Order {
  const named = Object.entries(FIELDS).find(([name]) => sort === name || sort === `-${name}`);
  return { field: named?.[1] ?? 'createdAt', direction: sort.startsWith('-') ? -1 : 1 };
}

const isText = ({ field }: Order) => field === 'sortTitle' || field === 'author';

/** Returns the filter for what follows a cursor. It bounds the order's field in any case, so that its index is the one to be read. */
function following(order: Order, cursor: string | undefined): Filter {
  const { field, direction } = order;
  if (cursor === undefined) return { [field]: { $gte: isText(order) ? '' : new Date(-LAST_MS) } };
  const valueSchema = isText(order) ? z.string() : z.int().min(-LAST_MS).max(LAST_MS);
  const [stored, id] = decodeCursor(cursor, z.tuple([valueSchema, recordIdSchema]));
  const value = typeof stored === 'number' ? new Date(stored) : stored;
  const _id = Types.ObjectId.createFromHexString(id);
  const [start, later] = direction === 1 ? (['$gte', '$gt'] as const) : (['$lte', '$lt'] as const);
  return { [field]: { [start]: value }, $or: [{ [field]: { [later]: value } }, { _id: { [later]: _id } }] };
}

function positionOf(record: PressReleaseRecord, { field }: Order): readonly [string | number, string] {
  const value = record[field];
  return [value instanceof Date ? value.getTime() : (value ?? ''), String(record._id)];
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function wordsOf(search: string): readonly string[] {
  return [...new Set(folded(search).split(/\s+/))].filter((word) => word !== '');
}

function statusFilter(status: AdminPressReleaseListQuery['status'], now: Date): readonly Filter[] {
  if (status === undefined) return [];
  if (status === 'draft') return [{ sortDate: NO_DATE }];
  return [{ sortDate: status === 'published' ? { $lte: now } : { $gt: now, $lt: NO_DATE } }];
}

/** Returns what lists all releases: searched, filtered and ordered by indexes. */
export function createReleaseList(connection: Connection, model: Model<PressReleaseRecord>, clock: () => Date) {
  return async (query: AdminPressReleaseListQuery): Promise<ReleasePage> => {
    const { limit = DEFAULT_PAGE, cursor, search = '', sort = '-createdAt', status } = query;
    const order = orderOf(sort);
    const start = following(order, cursor);
    await completeReleases(connection, COMPLETED);
    const words = wordsOf(search).map((word): Filter => {
      const $regex = literal(word);
      return { $or: [{ sortTitle: { $regex } }, { author: { $regex } }] };
    });
    const rows = await model
      .find({ $and: [start, ...statusFilter(status, clock()), ...words] })
      .sort({ [order.field]: order.direction, _id: order.direction })
      .limit(limit + 1)
      .lean<PressReleaseRecord[]>();
    const { page: releases, nextCursor } = cutPage(rows, limit, (row) => positionOf(row, order));
    return { releases, nextCursor };
  };
}
