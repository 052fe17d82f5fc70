// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type bin from '../domains/bin.ts';

/** What was deleted and can be restored, what was deleted last first. */
export const listBin = /* @__PURE__ */ callOf<typeof bin.listBin>('GET', '/api/admin/bin');
/** Restore something from the bin. */
export const restoreFromBin = /* @__PURE__ */ callOf<typeof bin.restoreFromBin>('POST', '/api/admin/bin/:kind/:id/restore');
/** Delete something in the bin for good. */
export const deleteFromBin = /* @__PURE__ */ callOf<typeof bin.deleteFromBin>('DELETE', '/api/admin/bin/:kind/:id');
