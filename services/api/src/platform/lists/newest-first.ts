import { recordIdSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { z } from 'zod';
import { cutPage, decodeCursor, encodeCursor } from './cursor.ts';

/** The last millisecond that a Date can hold, and the first one below zero. */
const LAST_MS = 8.64e15;

const positionSchema = z.tuple([z.int().min(-LAST_MS).max(LAST_MS), recordIdSchema]);

interface Dated {
  readonly _id: Types.ObjectId;
}

/**
 * Returns how a list is paged: newest first by a date field, then by id. A list may be made of several queries, each of
 * which reads its own index from the cursor on.
 */
export function newestFirst<Row extends Dated>(field: keyof Row & string, dateOf: (row: Row) => Date) {
  return {
    /** The order of each query. */
    sort: { [field]: -1, _id: -1 } as const,

    /** Returns the filter for the rows after a cursor, and no newer than `upTo`. */
    after(cursor: string | undefined, upTo?: Date) {
      const newest = upTo === undefined ? {} : { [field]: { $lte: upTo } };
      if (cursor === undefined) return newest;
      const [time, id] = decodeCursor(cursor, positionSchema);
      const at = new Date(time);
      const _id = Types.ObjectId.createFromHexString(id);
      // The first condition is the start in the index, the second excludes the previous page.
      const start = upTo !== undefined && upTo < at ? upTo : at;
      return { [field]: { $lte: start }, $or: [{ [field]: { $lt: at } }, { _id: { $lt: _id } }] };
    },

    /** Returns a page of the queries' rows, each of which read one row more than the page holds. Duplicates count once. */
    page(results: readonly (readonly Row[])[], limit: number) {
      const rows = new Map(results.flat().map((row) => [String(row._id), row]));
      const ordered = [...rows.values()].sort(
        (a, b) => dateOf(b).getTime() - dateOf(a).getTime() || (String(a._id) < String(b._id) ? 1 : -1),
      );
      return cutPage(ordered, limit, (row) => encodeCursor([dateOf(row).getTime(), String(row._id)]));
    },
  };
}
