import { recordIdSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { z } from 'zod';
import { cutPage, decodeCursor } from '../http/cursor.ts';

/** The last millisecond that a Date can hold, and the first one below zero. */
const LAST_MS = 8.64e15;

const placeSchema = z.tuple([z.int().min(-LAST_MS).max(LAST_MS), recordIdSchema]);

interface Dated {
  readonly _id: Types.ObjectId;
}

/**
 * A list that is read page by page, newest first by one date field, records of the same moment by their ids.
 * One list may be made of several queries, each of which walks along its own index from the place of the cursor.
 */
export function newestFirst<Row extends Dated>(field: keyof Row & string, dateOf: (row: Row) => Date) {
  return {
    /** The order of each query. */
    sort: { [field]: -1, _id: -1 } as const,

    /** What each query adds to its filter: the rows behind the cursor. */
    behind(cursor: string | undefined, upTo?: Date) {
      const newest = upTo === undefined ? {} : { [field]: { $lte: upTo } };
      if (cursor === undefined) return newest;
      const [time, id] = decodeCursor(cursor, placeSchema);
      const at = new Date(time);
      const _id = Types.ObjectId.createFromHexString(id);
      // The first condition says where in the index to start, the second leaves out what the page before has shown.
      const start = upTo !== undefined && upTo < at ? upTo : at;
      return { [field]: { $lte: start }, $or: [{ [field]: { $lt: at } }, { _id: { $lt: _id } }] };
    },

    /** One page out of the queries' rows; each query has read one row more than the page holds. A row found twice counts once. */
    page(found: readonly (readonly Row[])[], limit: number) {
      const rows = new Map(found.flat().map((row) => [String(row._id), row]));
      const ordered = [...rows.values()].sort(
        (a, b) => dateOf(b).getTime() - dateOf(a).getTime() || (String(a._id) < String(b._id) ? 1 : -1),
      );
      return cutPage(ordered, limit, (row) => [dateOf(row).getTime(), String(row._id)]);
    },
  };
}
