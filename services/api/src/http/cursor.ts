import { z } from 'zod';
import { invalidFields } from './problem.ts';

/** How many items a page holds when the caller names no limit. */
export const DEFAULT_PAGE = 20;

/** A place in a list as opaque text. */
export function encodeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Reads a cursor that an earlier answer gave; anything else is 400. */
export function decodeCursor<Place>(cursor: string, place: z.ZodType<Place>): Place {
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
    .pipe(place)
    .safeParse(Buffer.from(cursor, 'base64url').toString());
  if (!parsed.success) throw invalidFields([{ path: 'query.cursor', message: 'a cursor that an earlier answer gave' }]);
  return parsed.data;
}

/** Cuts one row more than the page down to the page, and tells where the next one starts. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => readonly (string | number)[],
): { page: readonly Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? encodeCursor(placeOf(last)) : null;
  return { page, nextCursor };
}
