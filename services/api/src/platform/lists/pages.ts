import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { recordIdSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import { z } from 'zod';
import { invalidFields } from '../calls/problem.ts';
import { deriveKeys } from '../settings/keys.ts';

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

/** The last millisecond that a Date can hold; below zero the first one. */
export const LAST_MS = 8.64e15;

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

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Hides what a cursor says: the end of a page of a search may be the position of a row that the reader may not see. */
export interface CursorSeal {
  /** Returns a cursor that says nothing. */
  seal(cursor: string): string;
  /** Returns the cursor in a sealed one. Throws 400 for one that no answer contained. */
  open(sealed: string): string;
}

/** Returns the seal of a list's cursors. Those of another list are refused; those of earlier secrets open. */
export function createCursorSeal(secrets: readonly [string, ...string[]], list: string): CursorSeal {
  const keys = deriveKeys(secrets, 'list-cursor');
  const [first] = keys;
  const isFor = Buffer.from(list);

  function openWith(key: Buffer, bytes: Buffer): string | undefined {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    cipher.setAAD(isFor).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const opened = cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, cipher.final()]).toString('base64url');
    } catch {
      // Not of this key.
      return undefined;
    }
  }

  return {
    seal: (cursor) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce, { authTagLength: TAG_BYTES }).setAAD(isFor);
      const sealed = Buffer.concat([cipher.update(Buffer.from(cursor, 'base64url')), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
    },

    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const opened =
        bytes.length < NONCE_BYTES + TAG_BYTES
          ? undefined
          : keys.map((key) => openWith(key, bytes)).find((cursor) => cursor !== undefined);
      if (opened === undefined)
        throw invalidFields([{ path: 'query.cursor', message: 'a cursor that an earlier answer gave' }]);
      return opened;
    },
  };
}
