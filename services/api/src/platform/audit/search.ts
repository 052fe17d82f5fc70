import type { AuditAction, AuditSort } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import { z } from 'zod';
import { type Condition, type ListedCollection, type ListFilter, readList } from '../lists/indexed-list.ts';
import { FIRST_MOMENT, orderNamed, type RowId } from '../lists/list-order.ts';
import { decodeCursor } from '../lists/pages.ts';
import type { AuditRecord } from './model.ts';

/** Which rows are wanted; all that are given must be met. */
export interface TrailFilter {
  /** How the subject begins. */
  readonly subject?: string | undefined;
  /** How the actor begins. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** This moment or later. */
  readonly after?: Date | undefined;
  /** Before this moment. */
  readonly before?: Date | undefined;
  /** By default newest first. */
  readonly sort?: AuditSort | undefined;
}

/** A page of rows. One of a filter may hold fewer than the limit, or none, and lead to more. */
export interface TrailPage {
  readonly rows: readonly AuditRecord[];
  readonly nextCursor: string | null;
  /** The moment of the last row that was looked at; null when there is no more. */
  readonly lookedTo: Date | null;
}

/** Of so many values that begin alike the rows are read in their order; of more those of all values are, and looked through. */
const MAX_VALUES = 10;

/** Added to the number of a row: no sum is below zero, so that the texts of sums compare as the numbers do. */
const SHIFT = 2n ** 53n;
const DIGITS = 17;
const textOf = (id: number) => String(BigInt(id) + SHIFT).padStart(DIGITS, '0');

const ID: RowId<AuditRecord> = {
  field: '_id',
  schema: z.string().regex(/^\d{17}$/),
  read: (text) => Number(BigInt(text) - SHIFT),
  write: (value) => textOf(Number(value)),
};

const ORDERS = { at: { field: 'at', least: FIRST_MOMENT } } as const;

/** The moment, the row and the order that a page ends with. */
const cursorSchema = z.tuple([z.int(), ID.schema, z.string()]);

/** Returns the moment of a cursor, in ms. */
const momentOf = (cursor: string): number => decodeCursor(cursor, cursorSchema)[0];

/** Returns what is above all texts that begin with this one. */
const endOf = (text: string) => `${text}\uffff`;

/** Returns the values of a field that begin with a text; undefined when there are more than `MAX_VALUES`. */
async function valuesOf(
  model: Model<AuditRecord>,
  field: 'subject' | 'actor',
  text: string,
): Promise<readonly string[] | undefined> {
  const values: string[] = [];
  for (let start: ListFilter = { $gte: text }; values.length <= MAX_VALUES; ) {
    const row = await model
      .findOne({ [field]: { ...start, $lt: endOf(text) } }, { [field]: 1 })
      .sort({ [field]: 1, at: -1, _id: -1 })
      .lean<Pick<AuditRecord, 'subject' | 'actor'>>();
    const value = row?.[field];
    if (value === undefined || value === null) return values;
    values.push(value);
    start = { $gt: value };
  }
  return undefined;
}

/** Returns the condition that a field begins with a text, on rows of these moments. */
async function beginsWith(
  model: Model<AuditRecord>,
  field: 'subject' | 'actor',
  text: string,
  moments: ListFilter,
): Promise<Condition<AuditRecord>> {
  const values = await valuesOf(model, field, text);
  return {
    holds: (row) => row[field]?.startsWith(text) === true,
    entries: [{ [field]: { $gte: text, $lt: endOf(text) } }],
    isExact: false,
    inOrderOf: () => values?.map((value) => ({ [field]: value, ...moments })),
  };
}

/** Returns the conditions of a filter; the first one whose rows an index holds in the order of time is the one that is read by. */
async function conditionsOf(
  model: Model<AuditRecord>,
  { subject, actor, action, after, before }: TrailFilter,
): Promise<readonly Condition<AuditRecord>[]> {
  const moments: ListFilter =
    after || before ? { at: { ...(after && { $gte: after }), ...(before && { $lt: before }) } } : {};
  const isInTime = ({ at }: AuditRecord) =>
    (after === undefined || at >= after) && (before === undefined || at < before);
  return [
    ...(subject === undefined ? [] : [await beginsWith(model, 'subject', subject, moments)]),
    ...(actor === undefined ? [] : [await beginsWith(model, 'actor', actor, moments)]),
    ...(action === undefined
      ? []
      : [
          {
            holds: (row: AuditRecord) => row.action === action,
            entries: [],
            isExact: false,
            inOrderOf: () => [{ action, ...moments }],
          },
        ]),
    ...(after || before ? [{ holds: isInTime, entries: [], isExact: false, inOrderOf: () => [moments] }] : []),
  ];
}

/** Returns a page of the trail. Reads a bounded number of rows. */
export async function searchTrail(
  model: Model<AuditRecord>,
  { sort = '-at', ...filter }: TrailFilter,
  limit: number,
  cursor: string | undefined,
): Promise<TrailPage> {
  const collection: ListedCollection<AuditRecord> = {
    find: (rows, order, most) => model.find(rows).sort(order).limit(most).lean<AuditRecord[]>(),
    count: (rows, most) => model.countDocuments(rows, { limit: most }),
  };
  const order = orderNamed<AuditRecord>(sort, ORDERS, ID);
  const conditions = await conditionsOf(model, filter);
  const { rows, nextCursor } = await readList(collection, { conditions, order, limit, cursor });
  return { rows, nextCursor, lookedTo: nextCursor === null ? null : new Date(momentOf(nextCursor)) };
}
