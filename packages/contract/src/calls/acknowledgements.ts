// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type acknowledgements from '../domains/acknowledgements.ts';

/** Acknowledge the file that a document has. */
export const acknowledgeDocument = /* @__PURE__ */ callOf<typeof acknowledgements.acknowledgeDocument>('POST', '/api/documents/:id/acknowledgements');
/** Who acknowledged a document, newest first unless sort says otherwise. */
export const listAcknowledgements = /* @__PURE__ */ callOf<typeof acknowledgements.listAcknowledgements>('GET', '/api/admin/documents/:id/acknowledgements');
/** Who acknowledged a document, as a file for a spreadsheet. */
export const exportAcknowledgements = /* @__PURE__ */ callOf<typeof acknowledgements.exportAcknowledgements>('GET', '/api/admin/documents/:id/acknowledgements.csv');
/** Who has not acknowledged the file that a document has. */
export const listMissingAcknowledgements = /* @__PURE__ */ callOf<typeof acknowledgements.listMissingAcknowledgements>('GET', '/api/admin/documents/:id/missing-acknowledgements');
