import { z } from 'zod';
import {
  CONTENT_CALL,
  CSV_DESCRIPTION,
  callsOf,
  csvFile,
  empty,
  json,
  KEY_HEADER,
  KEY_PROBLEMS,
  SEARCH_DESCRIPTION,
  UPLOAD_PROBLEMS,
} from '../define-call.ts';
import {
  groupSchema,
  pageFields,
  pageOf,
  pageQuerySchema,
  revisionSchema,
  searchOf,
  sortOf,
  validFromSchema,
} from '../fields.ts';
import { RETENTION } from '../retention.ts';
import { recordIdSchema, recordParamsSchema } from '../text.ts';
import { nonReaderSchema } from './document-readers.ts';
import {
  documentContentQuerySchema,
  documentKindSchema,
  documentSchema,
  uploadNoticeSchema,
  visibilitySchema,
} from './documents.ts';
import { personNameSchema } from './users.ts';

/** How many earlier files of a document are kept at most. */
export const MAX_DOCUMENT_VERSIONS = 20;

/** A file that a document has, or had. */
export const documentVersionSchema = z
  .object({
    number: z.int().describe('1 for the first file; a later file has a greater number, and keeps it'),
    name: z.string().describe('the file name'),
    size: z.number().int().describe('bytes'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    uploadedAt: z.iso.datetime().describe('when the file was uploaded'),
    uploadedBy: z.string().describe('who uploaded it, an e-mail'),
    isCurrent: z.boolean().describe('the file that readers get'),
    keptUntil: z.iso.datetime().nullable().describe('when it is removed; null for the current one'),
  })
  .meta({ id: 'DocumentVersion' });
/** A file that a document has, or had. */
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** The files that a document has and had, newest first. */
export const documentVersionsSchema = z.object({
  title: z.string().describe('of the document'),
  visibility: visibilitySchema.describe('of the document'),
  groups: z.array(groupSchema).optional().describe('of the document, where it is for people in one of these alone'),
  kind: documentKindSchema.optional().describe('of the document'),
  revision: z.string().optional().describe('of the current file'),
  validFrom: z.string().optional().describe('the day from which the current file is to be followed'),
  items: z.array(documentVersionSchema).describe(`the current one and at most ${MAX_DOCUMENT_VERSIONS} others`),
});
/** The files that a document has and had, newest first. */
export type DocumentVersions = z.infer<typeof documentVersionsSchema>;

/** The fields that replace the file of a document, as multipart/form-data. */
export const documentContentFormSchema = z
  .strictObject({
    notify: uploadNoticeSchema.optional(),
    revision: revisionSchema.optional().describe('of the new file; by default that of the former'),
    validFrom: validFromSchema.optional().describe('from when the new file is to be followed; by default as before'),
    file: z.string().meta({ format: 'binary', description: 'one PDF; recognised by its content, not by its name' }),
  })
  .meta({ id: 'NewDocumentContent' });

/** The address of a version of a document. */
export const documentVersionParamsSchema = z.strictObject({
  id: recordIdSchema,
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, 'the number of a version'),
});
/** The address of a version of a document. */
export type DocumentVersionParams = z.infer<typeof documentVersionParamsSchema>;

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

/** How many new reports one mail tells of at most; the rest goes out with the next one. */
export const MAX_REPORTS_OF_MAIL = 100;

/** The new reports whose mail waits for others that may follow. */
export const waitingReportsSchema = z
  .object({
    documents: z.array(z.object({ id: recordIdSchema, title: z.string() })).describe('oldest first'),
    goesOutAt: z.iso
      .datetime()
      .nullable()
      .describe('when the mail goes out unless another report follows; null without any'),
  })
  .meta({ id: 'WaitingReports' });
/** The new reports whose mail waits for others that may follow. */
export type WaitingReports = z.infer<typeof waitingReportsSchema>;

/** The reports that an admin means: those that were seen to wait. */
export const reportChoiceSchema = z
  .strictObject({
    documents: z
      .array(recordIdSchema)
      .min(1, 'at least one')
      .max(MAX_REPORTS_OF_MAIL, `at most ${MAX_REPORTS_OF_MAIL}`),
  })
  .meta({ id: 'ReportChoice' });
/** The reports that an admin means. */
export type ReportChoice = z.infer<typeof reportChoiceSchema>;

/** How many of the reports still waited, and were sent at once or not at all. */
export const reportsChosenSchema = z.object({ changed: z.int() }).meta({ id: 'ReportsChosen' });
/** How many of the reports still waited. */
export type ReportsChosen = z.infer<typeof reportsChosenSchema>;

const call = callsOf('documents');

const IF_MATCH = {
  'If-Match': 'the ETag of the content, its sha256 in quotes, that you expect; any other fails with 412',
} as const;

/** The files that documents have and had. */
export default {
  replaceDocumentContent: call('PUT', '/api/admin/documents/:id/content', {
    summary: 'Replace the file of a document under the same link',
    description: `Title, address, readers and the day of the upload stay. The former file is kept as an earlier version for ${RETENTION.documentVersionDays} days; beyond ${MAX_DOCUMENT_VERSIONS}, the oldest is removed first. Uploading identical bytes has no effect.`,
    params: recordParamsSchema,
    headers: { ...KEY_HEADER, ...IF_MATCH },
    form: documentContentFormSchema,
    reply: json(documentSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412, ...UPLOAD_PROBLEMS, ...KEY_PROBLEMS },
  }),
  listDocumentVersions: call('GET', '/api/admin/documents/:id/versions', {
    summary: 'The files that a document has and had, newest first',
    params: recordParamsSchema,
    reply: json(documentVersionsSchema),
    problems: { 'not-found': 404 },
  }),
  readDocumentVersion: call('GET', '/api/admin/documents/:id/versions/:number/content', {
    ...CONTENT_CALL,
    summary: 'The bytes of one version of a document, or parts of them',
    params: documentVersionParamsSchema,
    query: documentContentQuerySchema,
  }),
  deleteDocumentVersion: call('DELETE', '/api/admin/documents/:id/versions/:number', {
    summary: 'Delete an earlier file of a document for good',
    description: 'It is gone at once, for everybody. Earlier backups still contain it. The current one stays.',
    params: documentVersionParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  restoreDocumentVersion: call('POST', '/api/admin/documents/:id/versions/:number/restore', {
    summary: 'Make an earlier file of a document the one that readers get',
    description:
      'The former current file is kept as an earlier version. No mail goes out. The current one stays as it is.',
    headers: IF_MATCH,
    params: documentVersionParamsSchema,
    reply: json(documentSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  acknowledgeDocument: call('POST', '/api/documents/:id/acknowledgements', {
    summary: 'Acknowledge the file that a document has',
    description:
      'Only for an SOP that is not public, by a reader who has received at least 95 % of that file; otherwise 409. A file that is not the current one: 412. Repeating it returns the same acknowledgement. Audited.',
    params: recordParamsSchema,
    body: newAcknowledgementSchema,
    reply: json(acknowledgementSchema, 201),
    problems: { 'not-found': 404, conflict: 409, 'precondition-failed': 412 },
  }),
  listAcknowledgements: call('GET', '/api/admin/documents/:id/acknowledgements', {
    summary: 'Who acknowledged a document, newest first unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    params: recordParamsSchema,
    query: acknowledgementQuerySchema,
    reply: json(acknowledgementPageSchema),
    problems: { 'not-found': 404 },
  }),
  exportAcknowledgements: call('GET', '/api/admin/documents/:id/acknowledgements.csv', {
    summary: 'Who acknowledged a document, as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    params: recordParamsSchema,
    query: acknowledgementExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, busy: 503 },
  }),
  listMissingAcknowledgements: call('GET', '/api/admin/documents/:id/missing-acknowledgements', {
    summary: 'Who has not acknowledged the file that a document has',
    description:
      'Of those for whom it is, by their e-mails. A page may hold fewer than the limit, or none, and lead to more. 409 if the document is public or is not an SOP.',
    params: recordParamsSchema,
    query: pageQuerySchema,
    reply: json(missingAcknowledgementPageSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  readWaitingReports: call('GET', '/api/admin/report-mails', {
    summary: 'The new reports whose mail waits for others that may follow',
    description: 'The mail goes out one minute after the last of them, five minutes after the first at the latest.',
    reply: json(waitingReportsSchema),
  }),
  sendWaitingReports: call('POST', '/api/admin/report-mails/send', {
    summary: 'Send the mail about reports that wait at once',
    description: 'Reports that no longer wait are skipped. Audited.',
    body: reportChoiceSchema,
    reply: json(reportsChosenSchema),
  }),
  recallWaitingReports: call('POST', '/api/admin/report-mails/recall', {
    summary: 'Send no mail about reports that wait',
    description: 'Reports that no longer wait are skipped: their mail is on its way. Audited.',
    body: reportChoiceSchema,
    reply: json(reportsChosenSchema),
  }),
};
