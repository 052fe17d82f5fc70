import { z } from 'zod';
import { invalidFields } from '../calls/problem.ts';

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
