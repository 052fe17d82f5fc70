// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type acknowledgements from '../domains/acknowledgements.ts';

/** Acknowledge the current file of a document. */
export const acknowledgeDocument = /* @__PURE__ */ callOf<typeof acknowledgements.acknowledgeDocument>('POST', '/api/documents/:id/acknowledgements');
/** List acknowledgements of a document, by default newest first. */
export const listAcknowledgements = /* @__PURE__ */ callOf<typeof acknowledgements.listAcknowledgements>('GET', '/api/admin/documents/:id/acknowledgements');
/** Export acknowledgements of a document as CSV. */
export const exportAcknowledgements = /* @__PURE__ */ callOf<typeof acknowledgements.exportAcknowledgements>('GET', '/api/admin/documents/:id/acknowledgements.csv');
/** List people who have not acknowledged the current file of a document. */
export const listMissingAcknowledgements = /* @__PURE__ */ callOf<typeof acknowledgements.listMissingAcknowledgements>('GET', '/api/admin/documents/:id/missing-acknowledgements');
