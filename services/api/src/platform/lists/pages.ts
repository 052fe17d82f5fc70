import { recordIdSchema } from '@cytocomm/contract';
import { type Model, Types } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { invalidFields } from '../calls/problem.ts';
import { searchFilter } from './search.ts';

/** How many items a page holds when the caller names no limit. */
export const DEFAULT_PAGE = 20;

/** Returns a position in a list as opaque text. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Returns the position of a cursor. Throws 400 for one that no response contained. */
export function decodeCursor<Position>(cursor: string, schema: z.ZodType<Position>): Position {
  const parsed = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(schema)
    .safeParse(Buffer.from(cursor, 'base64url').toString());
  if (!parsed.success) throw invalidFields([{ path: 'query.cursor', message: 'a cursor that an earlier answer gave' }]);
  return parsed.data;
}

/** Returns the first `limit` rows, and the cursor of the last of them when there are more. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { page: readonly Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? cursorOf(last) : null;
  return { page, nextCursor };
}

/** A filter of the database. */
export type ListFilter = Readonly<Record<string, unknown>>;

/** Which records a list holds; by default all. */
interface Wanted {
  readonly filter?: ListFilter;
  /** Words, each of which is in `searchText`. */
  readonly search?: string | undefined;
}

/** The order of a list: what it is named by in a query, the field, and the field that tells records of one value apart. */
export interface Order<Row> {
  readonly sort: string;
  readonly field: keyof Row & string;
  readonly direction: 1 | -1;
  readonly id: keyof Row & string;
}

/** Which page of which records. */
export interface PageRequest<Row> extends Wanted {
  readonly order: Order<Row>;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Fields in, or out; by default all are read. */
  readonly fields?: Readonly<Record<string, 0 | 1>>;
}

/** A page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** Returns the order that a text names among some fields: `title`, or `-title` for the other way round. Throws for any other text. */
export function orderNamed<Row>(
  sort: string,
  fields: Readonly<Record<string, keyof Row & string>>,
  id: keyof Row & string,
): Order<Row> {
  const field = fields[sort.replace(/^-/, '')];
  if (field === undefined) throw new Error(`no list is ordered by ${sort}`);
  return { sort, field, direction: sort.startsWith('-') ? -1 : 1, id };
}

/** Returns the filter of the moments from `after` on and before `before`, as fields of a filter; none without either. */
export function inTime(field: string, after: string | Date | undefined, before: string | Date | undefined): ListFilter {
  if (after === undefined && before === undefined) return {};
  return {
    [field]: {
      ...(after !== undefined && { $gte: new Date(after) }),
      ...(before !== undefined && { $lt: new Date(before) }),
    },
  };
}

/** A schema with its types of fields. */
interface Typed {
  readonly schema: { path(field: string): { readonly instance: string } };
}

/** Returns the schema of a field's value as a cursor holds it. */
function storedSchema({ schema }: Typed, field: string): z.ZodType<unknown> {
  const { instance } = schema.path(field);
  if (instance === 'Number') return z.number();
  if (instance === 'ObjectId') return recordIdSchema.transform((text) => Types.ObjectId.createFromHexString(text));
  if (instance !== 'Date') return z.string();
  return z
    .number()
    .refine((ms) => !Number.isNaN(new Date(ms).getTime()))
    .transform((ms) => new Date(ms));
}

const plain = (value: unknown) =>
  value instanceof Date ? value.getTime() : typeof value === 'number' ? value : String(value);

/** Returns the cursor behind a row of a collection. */
export function cursorAfter<Row>(collection: string, { sort, field, id }: Order<Row>, row: Row): string {
  return encodeCursor([collection, sort, plain(row[field]), plain(row[id])]);
}

/** Returns the filters of the rows behind a cursor, one after the other: each is one stretch of the index of field and id. */
function stretchesAfter<Row>(
  model: Typed & { readonly collection: { readonly name: string } },
  { sort, field, direction, id }: Order<Row>,
  cursor: string | undefined,
): readonly ListFilter[] {
  if (cursor === undefined) return [{}];
  const schema = z.tuple([
    z.literal(model.collection.name),
    z.literal(sort),
    storedSchema(model, field),
    storedSchema(model, id),
  ]);
  const [, , value, last] = decodeCursor(cursor, schema);
  const later = direction === 1 ? '$gt' : '$lt';
  const behind = { [id]: { [later]: last } };
  return field === id ? [behind] : [{ [field]: value, ...behind }, { [field]: { [later]: value } }];
}

const conditionsOf = ({ filter = {}, search = '' }: Wanted) => [filter, ...searchFilter(search)];

/**
 * Returns a page of a collection in the order of an index, which holds the fields of filter and search, too. Throws 400 for a cursor that
 * no page of this order had.
 */
export async function readPage<Row, Listed extends object = Row & object>(
  model: Model<Row>,
  { order, limit, cursor, fields = {}, ...wanted }: PageRequest<Listed>,
): Promise<Page<Listed>> {
  const sort: Record<string, 1 | -1> = { [order.field]: order.direction, [order.id]: order.direction };
  const rows: Listed[] = [];
  for (const stretch of stretchesAfter(model, order, cursor)) {
    if (rows.length > limit) break;
    const query = model.find({ $and: [stretch, ...conditionsOf(wanted)] }, fields).sort(sort);
    rows.push(...(await query.limit(limit + 1 - rows.length).lean<Listed[]>()));
  }
  const { page, nextCursor } = cutPage(rows, limit, (row) => cursorAfter(model.collection.name, order, row));
  return { rows: page, nextCursor };
}

/** Counts are exact up to this number. */
const MAX_COUNT = 500;

/** Counts records: all of them about, those of a filter or search up to a bound, beyond which there are `atLeast` so many. */
export async function countRows<Row>(model: Model<Row>, wanted: Wanted) {
  if (Object.keys(wanted.filter ?? {}).length === 0 && wanted.search === undefined)
    return { total: await model.estimatedDocumentCount(), atLeast: false };
  const count = await model.countDocuments({ $and: conditionsOf(wanted) }, { limit: MAX_COUNT + 1 });
  return { total: Math.min(count, MAX_COUNT), atLeast: count > MAX_COUNT };
}

/** Returns what a line of the log calls a record. */
function idOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return String(record);
  if ('_id' in record) return String(record._id);
  return 'id' in record ? String(record.id) : 'without an id';
}

/** Returns what is written of each record. One that cannot be written is left out and logged: no record fails a list. */
export function presentAll<Item, Written>(
  log: Pick<Logger, 'error'>,
  records: readonly Item[],
  write: (record: Item) => Written,
): Written[] {
  return records.flatMap((record) => {
    try {
      return [write(record)];
    } catch (error) {
      log.error({ err: error, record: idOf(record) }, 'a record cannot be written: it is left out of a list');
      return [];
    }
  });
}
