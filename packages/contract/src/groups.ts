import { z } from 'zod';
import { MAX_GROUP_LENGTH, MAX_GROUPS_OF_ITEM, MAX_GROUPS_OF_PERSON } from './group-name.ts';

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
