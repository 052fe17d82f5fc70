// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type userImport from '../domains/user-import.ts';

/** Import people from a CSV file. */
export const importUsers = /* @__PURE__ */ callOf<typeof userImport.importUsers>('POST', '/api/admin/users/import');
