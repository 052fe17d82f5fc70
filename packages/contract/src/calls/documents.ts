import type {
  DocumentAccessExportQuery,
  DocumentAccessPage,
  DocumentAccessQuery,
  DocumentChange,
  DocumentContentQuery,
  DocumentExportQuery,
  DocumentListQuery,
  DocumentPage,
  ReportListQuery,
  StorageUsage,
  StoredDocument,
} from '../api/documents.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** The documents that the caller may read, newest first unless the query says otherwise. */
export const listDocuments = /* @__PURE__ */ call<Nothing, DocumentListQuery, undefined, DocumentPage>(
  'GET',
  '/api/documents',
);

/** The annual reports, newest first unless the query says otherwise. */
export const listReports = /* @__PURE__ */ call<Nothing, ReportListQuery, undefined, DocumentPage>(
  'GET',
  '/api/reports',
);

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

/** Changes what a document is called, what it is, or who may read it. */
export const changeDocument = /* @__PURE__ */ call<RecordParams, Nothing, DocumentChange, StoredDocument>(
  'PATCH',
  '/api/admin/documents/:id',
);

/** Documents as a file for a spreadsheet. */
export const exportDocuments = /* @__PURE__ */ call<Nothing, DocumentExportQuery>('GET', '/api/admin/documents.csv');

/** Who opened or downloaded a document, newest first unless the query says otherwise. */
export const listDocumentAccesses = /* @__PURE__ */ call<
  RecordParams,
  DocumentAccessQuery,
  undefined,
  DocumentAccessPage
>('GET', '/api/admin/documents/:id/accesses');

/** Who opened or downloaded a document, as a file for a spreadsheet. */
export const exportDocumentAccesses = /* @__PURE__ */ call<RecordParams, DocumentAccessExportQuery>(
  'GET',
  '/api/admin/documents/:id/accesses.csv',
);

/** How much the documents take, and how large one may be. */
export const readStorageUsage = /* @__PURE__ */ call<Nothing, Nothing, undefined, StorageUsage>(
  'GET',
  '/api/admin/storage',
);
