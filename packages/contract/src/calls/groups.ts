import type { GroupChange, GroupList, ReaderCount, ReaderCountQuery } from '../api/groups.ts';
import type { User, UserParams } from '../api/users.ts';
import { call, type Nothing } from './call.ts';

/** Puts a person into a group of readers, or takes them out. */
export const changeUserGroup = /* @__PURE__ */ call<UserParams, Nothing, GroupChange, User>(
  'PATCH',
  '/api/admin/users/:email/groups',
);

/** The groups of readers, with how many people are in each. */
export const listGroups = /* @__PURE__ */ call<Nothing, Nothing, undefined, GroupList>('GET', '/api/admin/groups');

/** How many people with some roles are in some groups. */
export const countReaders = /* @__PURE__ */ call<Nothing, ReaderCountQuery, undefined, ReaderCount>(
  'GET',
  '/api/admin/groups/readers',
);
