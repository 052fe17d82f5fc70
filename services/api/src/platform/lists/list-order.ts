import { recordIdSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { z } from 'zod';
import { decodeCursor, encodeCursor, LAST_MS } from './pages.ts';

/** A value that a list can be ordered by. */
type OrderValue = string | number | Date;

/** The order of a list: by a field, then by the field that tells rows apart, both in one direction. */
export interface ListOrder<Row> {
  readonly field: keyof Row & string;
  readonly direction: 1 | -1;
  /** Before all values of the field, and of their type. */
  readonly least: OrderValue;
  readonly id: RowId<Row>;
}

/** The field that tells rows apart. */
export interface RowId<Row> {
  readonly field: keyof Row & string;
  /** Its value as text. */
  readonly schema: z.ZodType<string>;
  /** Returns the value of a text. */
  readonly read: (text: string) => unknown;
  /** Returns the text of a value; texts compare as the values do in an index. By default `String`. */
  readonly write?: (value: unknown) => string;
}

/** Where a page starts: after the row with this value of the order's field and this id. */
export type Position = readonly [value: string | number, id: string];

/** The first moment that a Date can hold. */
export const FIRST_MOMENT = new Date(-LAST_MS);

const timeSchema = z.int().min(-LAST_MS).max(LAST_MS);

/** The id of rows whose `_id` the database makes. */
export const RECORD_ID = {
  field: '_id',
  schema: recordIdSchema,
  read: (text: string) => Types.ObjectId.createFromHexString(text),
} as const;

function valueSchema(least: OrderValue): z.ZodType<string | number> {
  if (least instanceof Date) return timeSchema;
  return typeof least === 'number' ? z.int() : z.string();
}

/** Returns the order that a text names among some orders: `title`, or `-title` for the other way round. Throws for any other text. */
export function orderNamed<Row>(
  sort: string,
  orders: Readonly<Record<string, Pick<ListOrder<Row>, 'field' | 'least'>>>,
  id: RowId<Row>,
): ListOrder<Row> {
  const direction = sort.startsWith('-') ? -1 : 1;
  const named = Object.entries(orders).find(([name]) => sort === (direction === 1 ? name : `-${name}`))?.[1];
  if (named === undefined) throw new Error(`no list is ordered by ${sort}`);
  return { ...named, direction, id };
}

/** Returns what tells the cursors of an order from those of others. */
const nameOf = <Row>({ field, direction }: ListOrder<Row>) => (direction === 1 ? field : `-${field}`);

/** Returns the position that a cursor holds; undefined without one. Throws 400 for one that no page of this order had. */
export function positionIn<Row>(order: ListOrder<Row>, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const schema = z.tuple([valueSchema(order.least), order.id.schema, z.literal(nameOf(order))]);
  const [value, id] = decodeCursor<readonly [...Position, string]>(cursor, schema);
  return [value, id];
}

/** Returns the cursor of a position. */
export function cursorAt<Row>(position: Position, order: ListOrder<Row>): string {
  return encodeCursor([...position, nameOf(order)]);
}

/**
 * Returns filters that hold the rows after a position one after the other, all rows without one. Each is one stretch of the index of
 * the order's field and the id: rows of one value may be many.
 */
export function stretchesAfter<Row>(
  order: ListOrder<Row>,
  after: Position | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const { field, direction, least, id } = order;
  if (after === undefined) return [{ [field]: { $gte: least } }];
  const [stored, last] = after;
  const value = typeof stored === 'number' && least instanceof Date ? new Date(stored) : stored;
  const later = direction === 1 ? '$gt' : '$lt';
  const behind = { [id.field]: { [later]: id.read(last) } };
  return field === id.field ? [behind] : [{ [field]: value, ...behind }, { [field]: { [later]: value } }];
}

function plain(value: unknown): string | number {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' ? value : String(value ?? '');
}

/** Returns the position of a row in an order. */
export function positionOf<Row>(row: Row, { field, id }: ListOrder<Row>): Position {
  const { write = String } = id;
  return [plain(row[field]), write(row[id.field])];
}

/** Compares positions as the indexes of an order do. */
export function comparePositions([a, idOfA]: Position, [b, idOfB]: Position): number {
  if (a !== b) return a < b ? -1 : 1;
  if (idOfA === idOfB) return 0;
  return idOfA < idOfB ? -1 : 1;
}
