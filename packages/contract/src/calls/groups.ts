// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type groups from '../domains/groups.ts';

/** Put a person into a group of readers, or take them out. */
export const changeUserGroup = /* @__PURE__ */ callOf<typeof groups.changeUserGroup>('PATCH', '/api/admin/users/:email/groups');
/** The groups of readers by their names, with their people. */
export const listGroups = /* @__PURE__ */ callOf<typeof groups.listGroups>('GET', '/api/admin/groups');
/** How many people with some roles are in some groups. */
export const countReaders = /* @__PURE__ */ callOf<typeof groups.countReaders>('GET', '/api/admin/groups/readers');
