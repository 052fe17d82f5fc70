import {
  comparePositions,
  cursorAt,
  type ListOrder,
  type Position,
  positionIn,
  positionOf,
  stretchesAfter,
} from './list-order.ts';
import { cutPage } from './pages.ts';

/** A filter of the database. */
export type ListFilter = Readonly<Record<string, unknown>>;

/** One condition of a list. */
export interface Condition<Row> {
  readonly holds: (row: Row) => boolean;
  /** Filters that an index answers, each of which is met by every row that meets the condition. */
  readonly entries: readonly ListFilter[];
  /** Whether the entries are the condition itself: every row under one of them meets it. */
  readonly isExact: boolean;
  /** The field in whose order an index holds the rows under each entry; by default none. */
  readonly entriesBy?: keyof Row & string;
  /** Returns the same condition as filters, each answered by an index in the order of a field; undefined without such an index. */
  readonly inOrderOf?: (field: string) => readonly ListFilter[] | undefined;
}

/** How a list reads its collection. */
export interface ListedCollection<Row> {
  /** Reads at most `limit` rows in an order, with the fields that lists need. */
  find(filter: ListFilter, sort: Readonly<Record<string, 1 | -1>> | null, limit: number): Promise<Row[]>;
  /** Counts as far as `limit`. */
  count(filter: ListFilter, limit: number): Promise<number>;
}

/** A request of a page of a list. */
export interface ListRequest<Row> {
  readonly conditions: readonly Condition<Row>[];
  readonly order: ListOrder<Row>;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Whether `total` is wanted of more rows than are read for the page; by default not. */
  readonly isCounted?: boolean;
}

/** A page of a list. One of a search may hold fewer rows than the limit, or none, and lead to more. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** How many rows meet the conditions, as far as they were counted. */
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly atLeast: boolean;
}

/** Up to this many rows are sorted in memory; beyond that a page is read in the order of an index. */
const MAX_IN_MEMORY_ROWS = 500;
/** Counts are exact up to this number. */
const MAX_COUNT = 500;
/** The most keys of a search that are probed for the rarest one. */
const MAX_PROBED_KEYS = 6;
/** An entry with at most so many rows is selective enough. */
const SELECTIVE_ROWS = 50;
/** How many rows are read at once when some of them may not be wanted: first and then; and how many at most for one answer. */
const FIRST_BATCH = 60;
const BATCH = 500;
const MAX_SCANNED_ROWS = 2000;

interface Entry<Row> {
  readonly filter: ListFilter;
  readonly of: Condition<Row>;
}

/** Returns at most `MAX_PROBED_KEYS` of the entries: from all over the search, those of a single word's middle as well as its ends. */
function likelyRare<Row>(entries: readonly Entry<Row>[]): readonly Entry<Row>[] {
  if (entries.length <= MAX_PROBED_KEYS) return entries;
  const step = (entries.length - 1) / (MAX_PROBED_KEYS - 1);
  const places = Array.from({ length: MAX_PROBED_KEYS }, (_, place) => Math.round(place * step));
  return entries.filter((_, place) => places.includes(place));
}

/** Returns the entry of an index that the fewest rows stand under, and how many: more than `MAX_IN_MEMORY_ROWS` count as one more. */
async function rarestOf<Row>({ count }: ListedCollection<Row>, entries: readonly Entry<Row>[]) {
  let rarest: { readonly entry: Entry<Row>; readonly count: number } | undefined;
  for (const entry of likelyRare(entries)) {
    const counted = await count(entry.filter, MAX_IN_MEMORY_ROWS + 1);
    if (rarest === undefined || counted < rarest.count) rarest = { entry, count: counted };
    if (counted <= SELECTIVE_ROWS) break;
  }
  return rarest;
}

/** Reads the next rows of an index in an order. */
async function readBatch<Row>(
  { find }: ListedCollection<Row>,
  filter: ListFilter,
  order: ListOrder<Row>,
  start: Position | undefined,
  size: number,
): Promise<readonly Row[]> {
  const { field, direction, id } = order;
  const sort = field === id.field ? { [field]: direction } : { [field]: direction, [id.field]: direction };
  const rows: Row[] = [];
  for (const stretch of stretchesAfter(order, start))
    if (rows.length < size) rows.push(...(await find({ $and: [stretch, filter] }, sort, size - rows.length)));
  return rows;
}

/**
 * Reads rows in the order of an index, those that meet the conditions; `first` are the first of that order when they were read before.
 * Stops after `MAX_SCANNED_ROWS` rows with fewer than are wanted; `end` is where to go on.
 */
async function readInOrder<Row>(
  collection: ListedCollection<Row>,
  { conditions, order }: Pick<ListRequest<Row>, 'conditions' | 'order'>,
  entry: Entry<Row> | undefined,
  start: Position | undefined,
  wanted: number,
  first: readonly Row[],
): Promise<{ readonly found: readonly Row[]; readonly end: Position | undefined }> {
  const { field } = order;
  const ofIndex = conditions.find(({ inOrderOf }) => inOrderOf?.(field) !== undefined);
  const isEntryOrdered = entry?.of.entriesBy === field;
  const narrowed = isEntryOrdered ? [entry.filter] : (ofIndex?.inOrderOf?.(field) ?? [{}]);
  const met = isEntryOrdered ? (entry.of.isExact ? entry.of : undefined) : ofIndex;
  const open = conditions.filter((condition) => condition !== met);
  const readNext = async (position: Position | undefined, size: number) => {
    const parts = await Promise.all(narrowed.map((filter) => readBatch(collection, filter, order, position, size)));
    return parts.length === 1 ? (parts[0] ?? []) : inOrder(parts.flat(), order).slice(0, size);
  };
  const firstSize = open.length === 0 ? wanted : Math.max(wanted, FIRST_BATCH);
  const found: Row[] = [];
  let position = start;
  for (let read = 0; read < MAX_SCANNED_ROWS; ) {
    const size = read === 0 ? first.length || firstSize : open.length === 0 ? wanted : BATCH;
    const batch = read === 0 && first.length > 0 ? first : await readNext(position, size);
    found.push(...batch.filter((row) => open.every(({ holds }) => holds(row))));
    const last = batch.at(-1);
    if (found.length >= wanted || batch.length < size || last === undefined) return { found, end: undefined };
    position = positionOf(last, order);
    read += size;
  }
  return { found, end: position };
}

/** The position of no row. */
const NO_POSITION: Position = ['', ''];

function inOrder<Row>(rows: readonly Row[], order: ListOrder<Row>): readonly Row[] {
  return (
    rows
      .map((row) => ({ row, position: positionOf(row, order) }))
      .sort((a, b) => order.direction * comparePositions(a.position, b.position))
      // Several filters may hold the same row.
      .filter(({ position }, place, all) => comparePositions(position, all[place - 1]?.position ?? NO_POSITION) !== 0)
      .map(({ row }) => row)
  );
}

/**
 * Returns a page of a collection: searched, filtered and ordered by indexes. Reads a bounded number of rows. Throws 400 for a cursor that no page of this order had.
 */
export async function readList<Row>(
  collection: ListedCollection<Row>,
  request: ListRequest<Row>,
): Promise<ListPage<Row>> {
  const { conditions, order, limit, cursor } = request;
  const after = positionIn(order, cursor);
  const page = (rows: readonly Row[]) => cutPage(rows, limit, (row) => cursorAt(positionOf(row, order), order));
  const entries = conditions.flatMap((of) => of.entries.map((filter) => ({ filter, of })));
  const rarest = await rarestOf(collection, entries);
  const isNear = rarest !== undefined && (rarest.count <= MAX_IN_MEMORY_ROWS || request.isCounted === true);
  // Read in the order that is asked for, they are the first rows of its first page, too.
  const isFirst = after === undefined && rarest?.entry.of.entriesBy === order.field;
  const candidates = isNear
    ? isFirst
      ? await readBatch(collection, rarest.entry.filter, order, undefined, MAX_IN_MEMORY_ROWS + 1)
      : await collection.find(rarest.entry.filter, null, MAX_IN_MEMORY_ROWS + 1)
    : [];
  const matches = candidates.filter((row) => conditions.every(({ holds }) => holds(row)));
  if (isNear && candidates.length <= MAX_IN_MEMORY_ROWS) {
    const isAfter = (row: Row) => !after || order.direction * comparePositions(positionOf(row, order), after) > 0;
    const { page: rows, nextCursor } = page(inOrder(matches.filter(isAfter), order));
    return { rows, nextCursor, total: matches.length, atLeast: false };
  }
  const first = isFirst ? candidates : [];
  const { found, end } = await readInOrder(collection, request, rarest?.entry, after, limit + 1, first);
  const { page: rows, nextCursor: more } = page(found);
  const nextCursor = more ?? (end === undefined ? null : cursorAt(end, order));
  const isAll = cursor === undefined && nextCursor === null;
  const total = isAll ? rows.length : Math.max(Math.min(matches.length, MAX_COUNT), rows.length);
  return { rows, nextCursor, total, atLeast: !isAll };
}
