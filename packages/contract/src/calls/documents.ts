import type {
  DocumentAccessPage,
  DocumentContentQuery,
  DocumentListQuery,
  DocumentPage,
  StorageUsage,
  StoredDocument,
} from '../api/documents.ts';
import type { PageQuery } from '../api/paging.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The documents that the caller may read, newest first unless the query says otherwise. */
export const listDocuments = /* @__PURE__ */ call<Nothing, DocumentListQuery, undefined, DocumentPage>(
  'GET',
  '/api/documents',
);

/** The annual reports, newest first. */
export const listReports = /* @__PURE__ */ call<Nothing, PageQuery, undefined, DocumentPage>('GET', '/api/reports');

/** The bytes of a document. */
export const readDocumentContent = /* @__PURE__ */ call<RecordParams, DocumentContentQuery>(
  'GET',
  '/api/documents/:id/content',
);

/** Stores a PDF; the body is a form with the fields of `documentFormSchema`. */
export const uploadDocument = /* @__PURE__ */ call<Nothing, Nothing, undefined, StoredDocument>(
  'POST',
  '/api/admin/documents',
);

/** Deletes a document, its record and its file. */
export const deleteDocument = /* @__PURE__ */ call<RecordParams>('DELETE', '/api/admin/documents/:id');

/** Who opened or downloaded a document, newest first. */
export const listDocumentAccesses = /* @__PURE__ */ call<RecordParams, PageQuery, undefined, DocumentAccessPage>(
  'GET',
  '/api/admin/documents/:id/accesses',
);

/** How much the documents take, and how large one may be. */
export const readStorageUsage = /* @__PURE__ */ call<Nothing, Nothing, undefined, StorageUsage>(
  'GET',
  '/api/admin/storage',
);
