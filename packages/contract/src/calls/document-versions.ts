import type { DocumentVersionParams, DocumentVersions } from '../api/document-versions.ts';
import type { DocumentContentQuery, StoredDocument } from '../api/documents.ts';
import type { RecordParams } from '../api/text.ts';
import { call, type Nothing } from './call.ts';

/** Replaces the file of a document; the body is a form with the fields of `documentContentFormSchema`. */
export const replaceDocumentContent = /* @__PURE__ */ call<RecordParams, Nothing, undefined, StoredDocument>(
  'PUT',
  '/api/admin/documents/:id/content',
);

/** The files that a document has and had, newest first. */
export const listDocumentVersions = /* @__PURE__ */ call<RecordParams, Nothing, undefined, DocumentVersions>(
  'GET',
  '/api/admin/documents/:id/versions',
);

/** The bytes of one version of a document. */
export const readDocumentVersion = /* @__PURE__ */ call<DocumentVersionParams, DocumentContentQuery>(
  'GET',
  '/api/admin/documents/:id/versions/:number/content',
);

/** Deletes an earlier file of a document for good. */
export const deleteDocumentVersion = /* @__PURE__ */ call<DocumentVersionParams>(
  'DELETE',
  '/api/admin/documents/:id/versions/:number',
);

/** Makes an earlier file of a document the one that readers get. */
export const restoreDocumentVersion = /* @__PURE__ */ call<DocumentVersionParams, Nothing, undefined, StoredDocument>(
  'POST',
  '/api/admin/documents/:id/versions/:number/restore',
);
