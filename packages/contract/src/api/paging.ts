import { z } from 'zod';
import { MAX_SEARCH_WORDS } from '../search-bounds.ts';

/** How many items an answer holds at most. */
export const MAX_PAGE = 100;

/** Returns the schema of a whole number up to this one, below 1000, written in a query string. */
export function limitOf(most: number) {
  const rule = `a whole number from 1 to ${most}`;
  return z
    .string()
    .regex(/^\d{1,3}$/, rule)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= most, rule);
}

const limitSchema = limitOf(MAX_PAGE).meta({ id: 'Limit', description: `how many, 1 to ${MAX_PAGE}` });

/** An opaque place in a list, as an earlier answer gave it. It may hold a title of 200 letters of any script. */
export const cursorSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,4000}$/, 'a cursor that an earlier answer gave')
  .meta({ id: 'Cursor' });

/** The query fields that every list takes. */
export const pageFields = { limit: limitSchema.optional(), cursor: cursorSchema.optional() };

/** The query of a list that takes nothing else. */
export const pageQuerySchema = z.strictObject(pageFields);
/** The query of a list. */
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** Returns the schema of a search of at most this many characters. */
export function searchOf(longest: number) {
  return z
    .string()
    .trim()
    .max(longest, `at most ${longest} characters`)
    .refine((text) => text.split(/\s+/).length <= MAX_SEARCH_WORDS, `at most ${MAX_SEARCH_WORDS} words`);
}

/** Returns the schema of an order by one of these names: with a `-` before it the other way round. */
export function sortOf<const Name extends string>(names: readonly Name[]) {
  return z.enum(
    names.flatMap((name) => [name, `-${name}`] as const),
    `one of ${names.join(', ')}; with a - before it the other way round`,
  );
}

/** Returns an answer that holds one page: the items, and the cursor of the next page while there is one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
