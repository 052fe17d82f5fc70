/** How many rows a segment holds at most. */
export const SEGMENT_ROWS = 999_999;

const SPAN = SEGMENT_ROWS + 1;
const BASE = -9_000_000_000_000_000;
/** There are fewer segments, so that the last ids below zero belong to none. */
const NO_SEGMENT = -BASE / SPAN - 1;

/** The place of a row: its segment, and its number in it, which begins at 1. */
export interface RowPlace {
  readonly segment: number;
  readonly seq: number;
}

/** Returns the `_id` of a row; ids of a segment grow with the rows, and ids of later segments are higher. */
export function rowId({ segment, seq }: RowPlace): number {
  return BASE + segment * SPAN + seq;
}

/** Returns the place of a row; undefined for an id that no row can have. */
export function placeOfRow(id: unknown): RowPlace | undefined {
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const segment = Math.floor((id - BASE) / SPAN);
  return segment < 1 || segment >= NO_SEGMENT ? undefined : { segment, seq: id - BASE - segment * SPAN };
}

/** Returns the filter for the rows of a segment. */
export function rowsOf(segment: number): { readonly _id: { readonly $gt: number; readonly $lt: number } } {
  return { _id: { $gt: rowId({ segment, seq: 0 }), $lt: rowId({ segment: segment + 1, seq: 0 }) } };
}

/** Returns the words for a row, as messages and exports have them. */
export function nameOfRow({ segment, seq }: RowPlace): string {
  return `row ${seq} of segment ${segment}`;
}
