import {
  acknowledgementExportQuerySchema,
  acknowledgementPageSchema,
  acknowledgementQuerySchema,
  acknowledgementSchema,
  missingAcknowledgementPageSchema,
  newAcknowledgementSchema,
} from '../api/document-acknowledgements.ts';
import { pageQuerySchema } from '../api/paging.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  acknowledgeDocument,
  exportAcknowledgements,
  listAcknowledgements,
  listMissingAcknowledgements,
} from '../calls/document-acknowledgements.ts';
import { CSV_DESCRIPTION, csvFile, json, SEARCH_DESCRIPTION, specsOf } from './spec.ts';

const spec = specsOf('documents');

/** Who acknowledged which SOP. */
export const documentAcknowledgementSpecs = [
  spec(acknowledgeDocument, {
    summary: 'Acknowledge the file that a document has',
    description:
      'Of an SOP that is not public, by whoever may read it and was sent 95 % of that file at least: else 409. Another file than the document has now: 412. Once more is the same acknowledgement. Audited.',
    params: recordParamsSchema,
    body: newAcknowledgementSchema,
    reply: json(acknowledgementSchema, 201),
    problems: { 'not-found': 404, conflict: 409, 'precondition-failed': 412 },
  }),
  spec(listAcknowledgements, {
    summary: 'Who acknowledged a document, newest first unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    params: recordParamsSchema,
    query: acknowledgementQuerySchema,
    reply: json(acknowledgementPageSchema),
    problems: { 'not-found': 404 },
  }),
  spec(exportAcknowledgements, {
    summary: 'Who acknowledged a document, as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    params: recordParamsSchema,
    query: acknowledgementExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, busy: 503 },
  }),
  spec(listMissingAcknowledgements, {
    summary: 'Who has not acknowledged the file that a document has',
    description:
      'Of those for whom it is, by their e-mails. A page may hold fewer than the limit, or none, and lead to more. What is public or no SOP needs no acknowledgement: 409.',
    params: recordParamsSchema,
    query: pageQuerySchema,
    reply: json(missingAcknowledgementPageSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
];
