import type { BinEntry, BinPage, BinParams, BinQuery } from '../api/bin.ts';
import { call, type Nothing } from './call.ts';

/** What was deleted and can be restored, what was deleted last first. */
export const listBin = /* @__PURE__ */ call<Nothing, BinQuery, undefined, BinPage>('GET', '/api/admin/bin');

/** Restores something from the bin. */
export const restoreFromBin = /* @__PURE__ */ call<BinParams, BinEntry>('POST', '/api/admin/bin/:kind/:id/restore');

/** The header in which the answer to a deletion says when it was, where another record may get the address. */
export const DELETED_AT_HEADER = 'X-Deleted-At';

/** Deletes something in the bin for good. */
export const deleteFromBin = /* @__PURE__ */ call<BinParams, BinEntry>('DELETE', '/api/admin/bin/:kind/:id');
