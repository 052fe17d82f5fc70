// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type documentVersions from '../domains/document-versions.ts';

/** Replace the file of a document, under the same link. */
export const replaceDocumentContent = /* @__PURE__ */ callOf<typeof documentVersions.replaceDocumentContent>('PUT', '/api/admin/documents/:id/content');
/** List current and earlier files of a document, newest first. */
export const listDocumentVersions = /* @__PURE__ */ callOf<typeof documentVersions.listDocumentVersions>('GET', '/api/admin/documents/:id/versions');
/** Read one version of a document, whole or a range. */
export const readDocumentVersion = /* @__PURE__ */ callOf<typeof documentVersions.readDocumentVersion>('GET', '/api/admin/documents/:id/versions/:number/content');
/** Delete an earlier file of a document permanently. */
export const deleteDocumentVersion = /* @__PURE__ */ callOf<typeof documentVersions.deleteDocumentVersion>('DELETE', '/api/admin/documents/:id/versions/:number');
/** Restore an earlier file of a document. */
export const restoreDocumentVersion = /* @__PURE__ */ callOf<typeof documentVersions.restoreDocumentVersion>('POST', '/api/admin/documents/:id/versions/:number/restore');
