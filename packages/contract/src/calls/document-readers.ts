// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type documentReaders from '../domains/document-readers.ts';

/** Count readers of a document who have opened it. */
export const countDocumentReaders = /* @__PURE__ */ callOf<typeof documentReaders.countDocumentReaders>('GET', '/api/admin/documents/:id/readers');
/** List readers who have not opened a document. */
export const listNonReaders = /* @__PURE__ */ callOf<typeof documentReaders.listNonReaders>('GET', '/api/admin/documents/:id/non-readers');
/** Remind readers who have not opened a document. */
export const remindNonReaders = /* @__PURE__ */ callOf<typeof documentReaders.remindNonReaders>('POST', '/api/admin/documents/:id/reminders');
/** List documents a person opened or downloaded, by default newest first. */
export const listPersonAccesses = /* @__PURE__ */ callOf<typeof documentReaders.listPersonAccesses>('GET', '/api/admin/users/:email/accesses');
/** Export documents a person opened or downloaded as CSV. */
export const exportPersonAccesses = /* @__PURE__ */ callOf<typeof documentReaders.exportPersonAccesses>('GET', '/api/admin/users/:email/accesses.csv');
