import { z } from 'zod';
import { CSV_DESCRIPTION, callsOf, csvFile, json } from '../define-call.ts';
import { pageFields, pageOf, pageQuerySchema, searchOf, sortOf } from '../fields.ts';
import { recordParamsSchema } from '../text.ts';
import { nonReaderSchema } from './document-readers.ts';
import { documentKindSchema } from './documents.ts';
import { personNameSchema } from './users.ts';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256, 64 hexadecimal digits');

/** What a person sends to acknowledge a document. */
export const newAcknowledgementSchema = z
  .strictObject({
    name: personNameSchema.refine((name) => /\p{L}/u.test(name), 'your name').describe('as the person signs'),
    sha256: sha256Schema.describe('of the file that the person read'),
  })
  .meta({ id: 'NewAcknowledgement' });
/** What a person sends to acknowledge a document. */
export type NewAcknowledgement = z.infer<typeof newAcknowledgementSchema>;

/** That a person acknowledged a document: of one file of it. */
export const acknowledgementSchema = z
  .object({
    acknowledgedAt: z.iso.datetime(),
    name: z.string().describe('as the person signed'),
    sha256: sha256Schema.describe('of the file'),
    revision: z.string().optional().describe('of the document, as it stood there then'),
  })
  .meta({ id: 'Acknowledgement' });
/** That a person acknowledged a document. */
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

/** An acknowledgement of a document, as admins see it. What it says of the document is as it was then. */
export const documentAcknowledgementSchema = acknowledgementSchema
  .extend({
    email: z.string(),
    title: z.string(),
    fileName: z.string(),
    version: z.int().describe('the number of the file'),
    validFrom: z.iso.date().optional(),
    isCurrent: z.boolean().describe('whether the document has that file now'),
  })
  .meta({ id: 'DocumentAcknowledgement' });
/** An acknowledgement of a document, as admins see it. */
export type DocumentAcknowledgement = z.infer<typeof documentAcknowledgementSchema>;

/** Of which file acknowledgements are. */
const fileSchema = z.enum(['current', 'earlier']);

/** Which acknowledgements are wanted: the fields that the list and the export have in common. */
const acknowledgementFields = {
  file: fileSchema.optional().describe('only those of the file that the document has now, or only the others'),
  search: searchOf(254)
    .optional()
    .describe(
      'parts of the e-mail or of the name, each of which is found; shorter than 3 characters the start of a word',
    ),
  sort: sortOf(['acknowledgedAt']).optional().describe('by default -acknowledgedAt'),
};

/** Which acknowledgements an export has; in which order. */
export const acknowledgementExportQuerySchema = z.strictObject(acknowledgementFields);
/** Which acknowledgements an export has. */
export type AcknowledgementExportQuery = z.infer<typeof acknowledgementExportQuerySchema>;

/** The query of a document's acknowledgements. */
export const acknowledgementQuerySchema = z.strictObject({ ...acknowledgementFields, ...pageFields });
/** The query of a document's acknowledgements. */
export type AcknowledgementQuery = z.infer<typeof acknowledgementQuerySchema>;

/** What pages about acknowledgements say of the document. */
const ofDocument = {
  title: z.string().describe('of the document'),
  kind: documentKindSchema.optional().describe('of the document'),
  revision: z.string().optional().describe('of the document'),
};

/** One page of a document's acknowledgements. */
export const acknowledgementPageSchema = pageOf(documentAcknowledgementSchema).extend(ofDocument);
/** One page of a document's acknowledgements. */
export type AcknowledgementPage = z.infer<typeof acknowledgementPageSchema>;

/** A person who has not acknowledged the file that a document has. */
export const missingAcknowledgementSchema = nonReaderSchema
  .omit({ openedEarlier: true })
  .extend({ opened: z.boolean().describe('whether the person has opened that file') })
  .meta({ id: 'MissingAcknowledgement' });
/** A person who has not acknowledged the file that a document has. */
export type MissingAcknowledgement = z.infer<typeof missingAcknowledgementSchema>;

/** One page of the people who have not acknowledged a document, by their e-mails. */
export const missingAcknowledgementPageSchema = pageOf(missingAcknowledgementSchema).extend(ofDocument);
/** One page of the people who have not acknowledged a document. */
export type MissingAcknowledgementPage = z.infer<typeof missingAcknowledgementPageSchema>;

const call = callsOf('documents');

/** Who acknowledged which file of a document. */
export default {
  acknowledgeDocument: call('POST', '/api/documents/:id/acknowledgements', {
    summary: 'Acknowledge the current file of a document',
    description:
      'Only for an SOP that is not public, by a reader who has received at least 95 % of that file; otherwise 409. A file that is not the current one: 412. Repeating it returns the same acknowledgement. Audited.',
    params: recordParamsSchema,
    body: newAcknowledgementSchema,
    reply: json(acknowledgementSchema, 201),
    problems: { 'not-found': 404, conflict: 409, 'precondition-failed': 412 },
  }),
  listAcknowledgements: call('GET', '/api/admin/documents/:id/acknowledgements', {
    summary: 'List acknowledgements of a document, by default newest first',
    params: recordParamsSchema,
    query: acknowledgementQuerySchema,
    reply: json(acknowledgementPageSchema),
    problems: { 'not-found': 404 },
  }),
  exportAcknowledgements: call('GET', '/api/admin/documents/:id/acknowledgements.csv', {
    summary: 'Export acknowledgements of a document as CSV',
    description: CSV_DESCRIPTION,
    params: recordParamsSchema,
    query: acknowledgementExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, busy: 503 },
  }),
  listMissingAcknowledgements: call('GET', '/api/admin/documents/:id/missing-acknowledgements', {
    summary: 'List people who have not acknowledged the current file of a document',
    description:
      'Of those for whom it is, by their e-mails. A page may hold fewer than the limit, or none, and lead to more. 409 if the document is public or is not an SOP.',
    params: recordParamsSchema,
    query: pageQuerySchema,
    reply: json(missingAcknowledgementPageSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
};
