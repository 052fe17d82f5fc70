import { z } from 'zod';
import { MAX_GROUP_LENGTH, MAX_GROUPS_OF_ITEM, MAX_GROUPS_OF_PERSON, MAX_SEARCH_WORDS } from './bounds.ts';
import { isTimeZone } from './event-times.ts';
import { lineOf, optionalLinesOf } from './text.ts';

/** A moment in a query: a day, which begins at midnight UTC, or a date and time with its time zone. */
export const momentSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'an existing date of ISO 8601' })
  .describe('a date, or a date and time with its time zone; a date begins at midnight UTC');

/** A time zone as the IANA database names it. */
export const timeZoneSchema = z
  .string()
  .max(64, 'at most 64 characters')
  .refine(isTimeZone, 'a time zone of the IANA database, such as Europe/Berlin');

/** The kinds of records that tools show and notifications are about. */
export const recordKindSchema = z
  .enum(['user', 'document', 'press-release', 'event', 'mail', 'release', 'failure'])
  .meta({ id: 'RecordKind' });
/** A kind of record that a tool shows. */
export type RecordKind = z.infer<typeof recordKindSchema>;

/** The kinds of records that the search finds. */
export const searchedKindSchema = recordKindSchema.extract(['user', 'document', 'press-release', 'event']);
/** A kind of record that the search finds. */
export type SearchedKind = z.infer<typeof searchedKindSchema>;

/** The name of a group of readers: lower-case words joined by hyphens. */
export const groupSchema = z
  .string()
  .max(MAX_GROUP_LENGTH, `at most ${MAX_GROUP_LENGTH} characters`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a group: lower-case words joined by hyphens, such as series-a')
  .meta({ id: 'Group' });
/** The name of a group of readers. */
export type Group = z.infer<typeof groupSchema>;

const groupsUpTo = (most: number) =>
  z
    .array(groupSchema)
    .max(most, `at most ${most} groups`)
    .refine((groups) => new Set(groups).size === groups.length, 'each group once');

/** The groups of readers that a person is put into when they are added. */
export const personGroupsSchema = groupsUpTo(MAX_GROUPS_OF_PERSON).describe('the groups of readers that they are in');

/** The groups that something is for: of those who may read it, people in at least one of them do. None: all of them. */
export const itemGroupsSchema = groupsUpTo(MAX_GROUPS_OF_ITEM).describe(
  'only people in one of these groups read it, and admins; none: all who may by their roles. Nothing public has any',
);

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

/** Which revision of itself a document is, as its authors count: `4`, `B`. */
export const revisionSchema = lineOf(20);

/** The day from which a document is to be followed. */
export const validFromSchema = z.iso.date('an existing day, as 2026-03-14');

/** A part of what the id of a lock is made of: the database has to give back the same text. */
export const reasonSchema = optionalLinesOf(500);
