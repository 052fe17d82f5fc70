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
/** Acknowledge the file that a document has. */
export const acknowledgeDocument = /* @__PURE__ */ callOf<typeof documentVersions.acknowledgeDocument>('POST', '/api/documents/:id/acknowledgements');
/** Who acknowledged a document, newest first unless sort says otherwise. */
export const listAcknowledgements = /* @__PURE__ */ callOf<typeof documentVersions.listAcknowledgements>('GET', '/api/admin/documents/:id/acknowledgements');
/** Who acknowledged a document, as a file for a spreadsheet. */
export const exportAcknowledgements = /* @__PURE__ */ callOf<typeof documentVersions.exportAcknowledgements>('GET', '/api/admin/documents/:id/acknowledgements.csv');
/** Who has not acknowledged the file that a document has. */
export const listMissingAcknowledgements = /* @__PURE__ */ callOf<typeof documentVersions.listMissingAcknowledgements>('GET', '/api/admin/documents/:id/missing-acknowledgements');
/** The new reports whose mail waits for others that may follow. */
export const readWaitingReports = /* @__PURE__ */ callOf<typeof documentVersions.readWaitingReports>('GET', '/api/admin/report-mails');
/** Send the mail about reports that wait at once. */
export const sendWaitingReports = /* @__PURE__ */ callOf<typeof documentVersions.sendWaitingReports>('POST', '/api/admin/report-mails/send');
/** Send no mail about reports that wait. */
export const recallWaitingReports = /* @__PURE__ */ callOf<typeof documentVersions.recallWaitingReports>('POST', '/api/admin/report-mails/recall');
