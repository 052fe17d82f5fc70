// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type documentVersions from '../domains/document-versions.ts';

/** Replace the file of a document under the same link. */
export const replaceDocumentContent = /* @__PURE__ */ callOf<typeof documentVersions.replaceDocumentContent>('PUT', '/api/admin/documents/:id/content');
/** The files that a document has and had, newest first. */
export const listDocumentVersions = /* @__PURE__ */ callOf<typeof documentVersions.listDocumentVersions>('GET', '/api/admin/documents/:id/versions');
/** The bytes of one version of a document, or parts of them. */
export const readDocumentVersion = /* @__PURE__ */ callOf<typeof documentVersions.readDocumentVersion>('GET', '/api/admin/documents/:id/versions/:number/content');
/** Delete an earlier file of a document for good. */
export const deleteDocumentVersion = /* @__PURE__ */ callOf<typeof documentVersions.deleteDocumentVersion>('DELETE', '/api/admin/documents/:id/versions/:number');
/** Make an earlier file of a document the one that readers get. */
export const restoreDocumentVersion = /* @__PURE__ */ callOf<typeof documentVersions.restoreDocumentVersion>('POST', '/api/admin/documents/:id/versions/:number/restore');
