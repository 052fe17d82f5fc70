// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type bin from '../domains/bin.ts';

/** List deleted items, last deleted first. */
export const listBin = /* @__PURE__ */ callOf<typeof bin.listBin>('GET', '/api/admin/bin');
/** Restore an item from the bin. */
export const restoreFromBin = /* @__PURE__ */ callOf<typeof bin.restoreFromBin>('POST', '/api/admin/bin/:kind/:id/restore');
/** Delete an item in the bin permanently. */
export const deleteFromBin = /* @__PURE__ */ callOf<typeof bin.deleteFromBin>('DELETE', '/api/admin/bin/:kind/:id');
