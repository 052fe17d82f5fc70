import { groupChangeSchema, groupListSchema, readerCountQuerySchema, readerCountSchema } from '../api/groups.ts';
import { userParamsSchema, userSchema } from '../api/users.ts';
import { changeUserGroup, countReaders, listGroups } from '../calls/groups.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('users');

/** Groups of readers. */
export const groupSpecs = [
  spec(changeUserGroup, {
    summary: 'Put a person into a group of readers, or take them out',
    description: 'A group is there while somebody is in it. The change counts from the next request on.',
    params: userParamsSchema,
    body: groupChangeSchema,
    reply: json(userSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  spec(listGroups, {
    summary: 'The groups of readers by their names, with their people',
    reply: json(groupListSchema),
  }),
  spec(countReaders, {
    summary: 'How many people with some roles are in some groups',
    query: readerCountQuerySchema,
    reply: json(readerCountSchema),
  }),
];
