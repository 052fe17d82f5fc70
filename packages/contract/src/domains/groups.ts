import { z } from 'zod';
import { MAX_GROUP_LENGTH, MAX_GROUPS_OF_ITEM } from '../bounds.ts';
import { callsOf, json } from '../define-call.ts';
import { groupSchema, itemGroupsSchema } from '../fields.ts';
import { MAX_ROLES_OF_PERSON, roleSchema } from '../roles.ts';
import { userParamsSchema, userSchema } from './users.ts';

/** What an admin sends to put a person into a group, or to take them out. */
export const groupChangeSchema = z
  .strictObject({ group: groupSchema, enable: z.boolean().describe('true: into the group; false: out of it') })
  .meta({ id: 'GroupChange' });
/** What an admin sends to put a person into a group, or to take them out. */
export type GroupChange = z.infer<typeof groupChangeSchema>;

/** How many groups are listed at most, by their names. */
export const MAX_GROUPS_LISTED = 500;

/** The groups that people are in, by their names. */
export const groupListSchema = z.object({
  items: z.array(z.object({ name: groupSchema, people: z.number().int() }).meta({ id: 'GroupOfReaders' })),
});
/** The groups that people are in. */
export type GroupList = z.infer<typeof groupListSchema>;

/** Names inside a query, comma-separated. */
const partedByCommas = (most: number) =>
  z
    .string()
    .max(most * (MAX_GROUP_LENGTH + 1))
    .transform((text) => text.split(','));

/** Groups inside a query, comma-separated. */
export const groupsQuerySchema = partedByCommas(MAX_GROUPS_OF_ITEM)
  .pipe(z.array(groupSchema).max(MAX_GROUPS_OF_ITEM))
  .describe(`one or more groups, at most ${MAX_GROUPS_OF_ITEM}, comma-separated`);

/** The query of how many people read something. */
export const readerCountQuerySchema = z.strictObject({
  roles: partedByCommas(MAX_ROLES_OF_PERSON)
    .pipe(z.array(roleSchema).max(MAX_ROLES_OF_PERSON))
    .optional()
    .describe('comma-separated; without: everybody signed in'),
  groups: groupsQuerySchema.describe('in one of these groups, comma-separated'),
});
/** Whose readers are counted. */
export type ReaderCountQuery = z.infer<typeof readerCountQuerySchema>;

/** How far readers are counted. */
export const MAX_GROUP_READERS_COUNTED = 10_000;

/** How many people read something besides the admins. */
export const readerCountSchema = z
  .object({ people: z.number().int().describe(`counted to ${MAX_GROUP_READERS_COUNTED}`) })
  .meta({ id: 'ReaderCount' });
/** How many people read something besides the admins. */
export type ReaderCount = z.infer<typeof readerCountSchema>;

/** The groups of an upload, as the text of a form's field. */
export const uploadGroupsSchema = z
  .string()
  .max(MAX_GROUPS_OF_ITEM * (MAX_GROUP_LENGTH + 1))
  .transform((text) => (text === '' ? [] : text.split(',')))
  .pipe(itemGroupsSchema)
  .describe('groups parted by commas: only people in one of them read it, and admins');

const call = callsOf('users');

/** Groups of readers. */
export default {
  changeUserGroup: call('PATCH', '/api/admin/users/:email/groups', {
    summary: 'Add a person to a reader group, or remove them',
    description: 'A group exists while it has members. Applies from the next request.',
    params: userParamsSchema,
    body: groupChangeSchema,
    reply: json(userSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  listGroups: call('GET', '/api/admin/groups', {
    summary: 'List reader groups by name, with their members',
    reply: json(groupListSchema),
  }),
  countReaders: call('GET', '/api/admin/groups/readers', {
    summary: 'Count people with some roles in some groups',
    query: readerCountQuerySchema,
    reply: json(readerCountSchema),
  }),
};
