// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type groups from '../domains/groups.ts';

/** Add a person to a reader group, or remove them. */
export const changeUserGroup = /* @__PURE__ */ callOf<typeof groups.changeUserGroup>('PATCH', '/api/admin/users/:email/groups');
/** List reader groups by name, with their members. */
export const listGroups = /* @__PURE__ */ callOf<typeof groups.listGroups>('GET', '/api/admin/groups');
/** Count people with some roles in some groups. */
export const countReaders = /* @__PURE__ */ callOf<typeof groups.countReaders>('GET', '/api/admin/groups/readers');
