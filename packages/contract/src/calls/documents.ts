// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type documents from '../domains/documents.ts';

/** List documents you can read, by default newest first. */
export const listDocuments = /* @__PURE__ */ callOf<typeof documents.listDocuments>('GET', '/api/documents');
/** List annual reports, by default newest first. */
export const listReports = /* @__PURE__ */ callOf<typeof documents.listReports>('GET', '/api/reports');
/** Read a document, whole or a range. */
export const readDocumentContent = /* @__PURE__ */ callOf<typeof documents.readDocumentContent>('GET', '/api/documents/:id/content');
/** Upload a PDF. */
export const uploadDocument = /* @__PURE__ */ callOf<typeof documents.uploadDocument>('POST', '/api/admin/documents');
/** Delete a document and its files. */
export const deleteDocument = /* @__PURE__ */ callOf<typeof documents.deleteDocument>('DELETE', '/api/admin/documents/:id');
/** Change a document's title, category or readers. */
export const changeDocument = /* @__PURE__ */ callOf<typeof documents.changeDocument>('PATCH', '/api/admin/documents/:id');
/** Export documents as CSV. */
export const exportDocuments = /* @__PURE__ */ callOf<typeof documents.exportDocuments>('GET', '/api/admin/documents.csv');
/** List accesses to a document, by default newest first. */
export const listDocumentAccesses = /* @__PURE__ */ callOf<typeof documents.listDocumentAccesses>('GET', '/api/admin/documents/:id/accesses');
/** Export accesses to a document as CSV. */
export const exportDocumentAccesses = /* @__PURE__ */ callOf<typeof documents.exportDocumentAccesses>('GET', '/api/admin/documents/:id/accesses.csv');
/** Read storage in use and the maximum file size. */
export const readStorageUsage = /* @__PURE__ */ callOf<typeof documents.readStorageUsage>('GET', '/api/admin/storage');
