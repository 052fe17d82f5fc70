// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type documentReaders from '../domains/document-readers.ts';

/** How many of the people for whom a document is have opened it. */
export const countDocumentReaders = /* @__PURE__ */ callOf<typeof documentReaders.countDocumentReaders>('GET', '/api/admin/documents/:id/readers');
/** Who has not opened a document that is for them. */
export const listNonReaders = /* @__PURE__ */ callOf<typeof documentReaders.listNonReaders>('GET', '/api/admin/documents/:id/non-readers');
/** Mail those who have not opened a document that is for them. */
export const remindNonReaders = /* @__PURE__ */ callOf<typeof documentReaders.remindNonReaders>('POST', '/api/admin/documents/:id/reminders');
/** What a person opened or downloaded, newest first unless sort says otherwise. */
export const listPersonAccesses = /* @__PURE__ */ callOf<typeof documentReaders.listPersonAccesses>('GET', '/api/admin/users/:email/accesses');
/** What a person opened or downloaded, as a file for a spreadsheet. */
export const exportPersonAccesses = /* @__PURE__ */ callOf<typeof documentReaders.exportPersonAccesses>('GET', '/api/admin/users/:email/accesses.csv');
