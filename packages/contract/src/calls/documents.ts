// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type documents from '../domains/documents.ts';

/** The documents you may read, newest first unless sort says otherwise. */
export const listDocuments = /* @__PURE__ */ callOf<typeof documents.listDocuments>('GET', '/api/documents');
/** The annual reports, newest first unless sort says otherwise. */
export const listReports = /* @__PURE__ */ callOf<typeof documents.listReports>('GET', '/api/reports');
/** The bytes of a document, or parts of them. */
export const readDocumentContent = /* @__PURE__ */ callOf<typeof documents.readDocumentContent>('GET', '/api/documents/:id/content');
/** Upload a PDF. */
export const uploadDocument = /* @__PURE__ */ callOf<typeof documents.uploadDocument>('POST', '/api/admin/documents');
/** Delete a document, its record and its files. */
export const deleteDocument = /* @__PURE__ */ callOf<typeof documents.deleteDocument>('DELETE', '/api/admin/documents/:id');
/** Change what a document is called, what it is, or who may read it. */
export const changeDocument = /* @__PURE__ */ callOf<typeof documents.changeDocument>('PATCH', '/api/admin/documents/:id');
/** Documents as a file for a spreadsheet. */
export const exportDocuments = /* @__PURE__ */ callOf<typeof documents.exportDocuments>('GET', '/api/admin/documents.csv');
/** Who opened or downloaded a document, newest first unless sort says otherwise. */
export const listDocumentAccesses = /* @__PURE__ */ callOf<typeof documents.listDocumentAccesses>('GET', '/api/admin/documents/:id/accesses');
/** Who opened or downloaded a document, as a file for a spreadsheet. */
export const exportDocumentAccesses = /* @__PURE__ */ callOf<typeof documents.exportDocumentAccesses>('GET', '/api/admin/documents/:id/accesses.csv');
/** How much the documents take, and how large one may be. */
export const readStorageUsage = /* @__PURE__ */ callOf<typeof documents.readStorageUsage>('GET', '/api/admin/storage');
