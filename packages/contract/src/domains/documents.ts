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
  UPLOAD_PROBLEMS,
} from '../define-call.ts';
import {
  groupSchema,
  itemGroupsSchema,
  momentSchema,
  pageFields,
  pageOf,
  revisionSchema,
  searchOf,
  sortOf,
  validFromSchema,
} from '../fields.ts';
import { lineOf, recordIdSchema, recordParamsSchema } from '../text.ts';
import { uploadGroupsSchema } from './groups.ts';

/** What a document is. */
export const documentKindSchema = z
  .enum(['annual-report', 'half-year-report', 'presentation', 'cap-table', 'minutes', 'sop', 'note', 'other'])
  .meta({ id: 'DocumentKind' });
/** What a document is. */
export type DocumentKind = z.infer<typeof documentKindSchema>;

/** The kind by which documents are found that have none. */
const NO_KIND = 'none';
const wantedKindSchema = z.enum([...documentKindSchema.options, NO_KIND]);
/** A kind of documents that are wanted; `none` are those without one. */
export type WantedKind = z.infer<typeof wantedKindSchema>;

/** How many kinds can be asked for at once. */
const MAX_KINDS = 4;

/** Kinds of documents that are wanted, in a query string. */
const wantedKindsSchema = z
  .string()
  .max(200, 'at most 200 characters')
  .transform((text) => text.split(','))
  .pipe(z.array(wantedKindSchema).max(MAX_KINDS, `at most ${MAX_KINDS} of them`))
  .describe(
    `only those; one to ${MAX_KINDS} of ${wantedKindSchema.options.join(', ')}, comma-separated; none: without a kind`,
  );

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const YEARS = `a year from ${FIRST_YEAR} to ${LAST_YEAR}`;

/** The fiscal year that a document is about. */
const fiscalYearSchema = z.number(YEARS).int(YEARS).min(FIRST_YEAR, YEARS).max(LAST_YEAR, YEARS);

/** The same, written in a query string or a form. */
const fiscalYearTextSchema = z
  .string()
  .regex(/^\d{4}$/, YEARS)
  .transform(Number)
  .pipe(fiscalYearSchema);

/** Who may read a document: everybody, investors, or customers; an admin reads all of them. */
export const visibilitySchema = z.enum(['public', 'investor', 'customer']).meta({ id: 'Visibility' });
/** Who may read a document. */
export type Visibility = z.infer<typeof visibilitySchema>;

/** The title of a document. */
export const documentTitleSchema = lineOf(200);

/** A stored document. */
export const documentSchema = z
  .object({
    id: recordIdSchema,
    title: z.string(),
    name: z.string().describe('the file name'),
    url: z.string().describe('where the content is: a path of this portal'),
    visibility: visibilitySchema,
    uploadedAt: z.iso.datetime(),
    storagePath: z.string().describe('documents/{timestamp}_{filename}'),
    size: z.number().int().describe('bytes'),
    contentType: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    uploadedBy: z.string().optional().describe('an e-mail; for admins only'),
    kind: documentKindSchema.optional(),
    year: z.number().int().optional().describe('the fiscal year'),
    revision: z.string().optional(),
    validFrom: z.iso.date().optional().describe('the day from which it is to be followed'),
    opened: z.boolean().optional().describe('whether you have opened this file; only of what you can acknowledge'),
    acknowledgedAt: z.iso.datetime().optional().describe('when you acknowledged this file'),
    acknowledgedRevision: z.string().optional().describe('the revision as it stood there then'),
    version: z.int().optional().describe('the number of the current file, once that is not the first one alone'),
    replacedAt: z.iso.datetime().optional().describe('when the current file took the place of another'),
    replacedBy: z.string().optional().describe('who did that, an e-mail; for admins only'),
    groups: z.array(groupSchema).optional().describe('for admins only, where it is for people in one of these alone'),
  })
  .meta({ id: 'Document' });
/** A stored document. */
export type StoredDocument = z.infer<typeof documentSchema>;

/** By what a list of documents can be ordered. */
const DOCUMENT_ORDERS = ['title', 'size', 'uploadedAt'] as const;
/** What a list of documents is ordered by. */
export type DocumentOrder = (typeof DOCUMENT_ORDERS)[number];

const documentSortSchema = sortOf(DOCUMENT_ORDERS).meta({ id: 'DocumentSort' });
/** The order of a list of documents; with a `-` before it the other way round. */
export type DocumentSort = z.infer<typeof documentSortSchema>;

/** Which documents are wanted: the fields that the list and the export have in common. */
const documentFilterFields = {
  kind: wantedKindsSchema.optional(),
  year: fiscalYearTextSchema.optional().describe('only those of this fiscal year'),
  search: searchOf(200)
    .optional()
    .describe(
      'words, each of which is part of the title or of the name of the file; shorter than 3 characters the start of a word',
    ),
  sort: documentSortSchema.optional().describe('by default -uploadedAt'),
  visibility: visibilitySchema.optional().describe('only those; none that the caller may not read'),
};

/** Which documents an export has; in which order. */
export const documentExportQuerySchema = z.strictObject(documentFilterFields);
/** Which documents an export has. */
export type DocumentExportQuery = z.infer<typeof documentExportQuerySchema>;

/** The query of the list of documents. */
export const documentListQuerySchema = z.strictObject({ ...documentFilterFields, ...pageFields });
/** The query of the list of documents. */
export type DocumentListQuery = z.infer<typeof documentListQuerySchema>;

/** The query of the list of annual reports. */
export const reportListQuerySchema = documentListQuerySchema.omit({ visibility: true });
/** The query of the list of annual reports. */
export type ReportListQuery = z.infer<typeof reportListQuerySchema>;

/** One page of documents, newest first. */
export const documentPageSchema = pageOf(documentSchema);
/** One page of documents. */
export type DocumentPage = z.infer<typeof documentPageSchema>;

/** Whether an upload is told by mail, as the text of a form's field. */
export const uploadNoticeSchema = z
  .enum(['true', 'false'])
  .describe('true mails those who asked to hear of new reports, for what investors may read; false by default');

/** The fields of an upload, as multipart/form-data. */
export const documentFormSchema = z
  .strictObject({
    title: documentTitleSchema,
    visibility: visibilitySchema,
    notify: uploadNoticeSchema.optional(),
    kind: documentKindSchema.optional(),
    year: fiscalYearTextSchema.optional().describe('the fiscal year'),
    revision: revisionSchema.optional(),
    validFrom: validFromSchema.optional().describe('the day from which it is to be followed'),
    groups: uploadGroupsSchema.optional(),
    file: z.string().meta({ format: 'binary', description: 'one PDF; recognized by its content, not its name' }),
  })
  .meta({ id: 'NewDocument' });

/** What an admin sends to change a document: what is given is changed, and null takes away. */
export const documentChangeSchema = z
  .strictObject({
    title: documentTitleSchema,
    visibility: visibilitySchema,
    groups: itemGroupsSchema,
    kind: documentKindSchema.nullable(),
    year: fiscalYearSchema.nullable(),
    revision: revisionSchema.nullable(),
    validFrom: validFromSchema.nullable(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing is changed')
  .meta({ id: 'DocumentChange' });
/** What an admin sends to change a document. */
export type DocumentChange = z.infer<typeof documentChangeSchema>;

/** The query of a document's content. */
export const documentContentQuerySchema = z.strictObject({
  download: z.literal('1', 'must be 1').optional().describe('1: to be saved under its name rather than shown'),
});
/** Whether a document is shown or saved. */
export type DocumentContentQuery = z.infer<typeof documentContentQuerySchema>;

/** What was done with a document. */
const documentActionSchema = z.enum(['opened', 'downloaded']);

/** One time that somebody opened or downloaded a document. */
export const documentAccessSchema = z
  .object({
    at: z.iso.datetime(),
    by: z.string().nullable().describe('an e-mail; null for a visitor'),
    action: documentActionSchema,
    from: z.string().describe('an IP address'),
  })
  .meta({ id: 'DocumentAccess' });
/** One time that somebody opened or downloaded a document. */
export type DocumentAccess = z.infer<typeof documentAccessSchema>;

/** Which accesses are wanted: the fields that the list and the export have in common. */
const accessFilterFields = {
  by: searchOf(254)
    .min(1, 'must not be empty')
    .optional()
    .describe(
      'words, each of which is part of the e-mail; shorter than 3 characters the start of a word. No visitor is found',
    ),
  action: documentActionSchema.optional(),
  after: momentSchema.optional().describe('at this time or later'),
  before: momentSchema.optional().describe('before this time'),
  sort: sortOf(['at']).optional().describe('by default -at'),
};

/** Which accesses an export has; in which order. */
export const documentAccessExportQuerySchema = z.strictObject(accessFilterFields);
/** Which accesses an export has. */
export type DocumentAccessExportQuery = z.infer<typeof documentAccessExportQuerySchema>;

/** The query of a document's access log. */
export const documentAccessQuerySchema = z.strictObject({ ...accessFilterFields, ...pageFields });
/** The query of a document's access log. */
export type DocumentAccessQuery = z.infer<typeof documentAccessQuerySchema>;

/** One page of a document's access log, newest first. */
export const documentAccessPageSchema = pageOf(documentAccessSchema).extend({
  title: z.string().describe('of the document'),
});
/** One page of a document's access log. */
export type DocumentAccessPage = z.infer<typeof documentAccessPageSchema>;

/** How large a document may be unless the installation says otherwise, in MB of 1024 × 1024 bytes. */
export const DEFAULT_UPLOAD_MB = 100;

/** How much the documents take, and may take. */
export const storageUsageSchema = z
  .object({
    documents: z.number().int(),
    bytes: z.number().int(),
    maxUploadBytes: z.number().int().describe('maximum size of a document, in bytes'),
  })
  .meta({ id: 'StorageUsage' });
/** How much the documents take, and may take. */
export type StorageUsage = z.infer<typeof storageUsageSchema>;

const call = callsOf('documents');

/** Documents and annual reports. */
export default {
  listDocuments: call('GET', '/api/documents', {
    summary: 'List documents you can read, by default newest first',
    query: documentListQuerySchema,
    reply: json(documentPageSchema),
  }),
  listReports: call('GET', '/api/reports', {
    summary: 'List annual reports, by default newest first',
    query: reportListQuerySchema,
    reply: json(documentPageSchema),
  }),
  readDocumentContent: call('GET', '/api/documents/:id/content', {
    ...CONTENT_CALL,
    summary: 'Read a document, whole or a range',
    params: recordParamsSchema,
    query: documentContentQuerySchema,
  }),
  uploadDocument: call('POST', '/api/admin/documents', {
    summary: 'Upload a PDF',
    description:
      'The file is stored as it arrives, however long that takes while bytes come. Send the other fields before the file, so that a mistake in them shows at once.',
    headers: KEY_HEADER,
    form: documentFormSchema,
    reply: json(documentSchema, 201),
    problems: { ...UPLOAD_PROBLEMS, ...KEY_PROBLEMS },
  }),
  deleteDocument: call('DELETE', '/api/admin/documents/:id', {
    summary: 'Delete a document and its files',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  changeDocument: call('PATCH', '/api/admin/documents/:id', {
    summary: "Change a document's title, category or readers",
    params: recordParamsSchema,
    body: documentChangeSchema,
    reply: json(documentSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404 },
  }),
  exportDocuments: call('GET', '/api/admin/documents.csv', {
    summary: 'Export documents as CSV',
    description: CSV_DESCRIPTION,
    query: documentExportQuerySchema,
    reply: csvFile,
    problems: { busy: 503 },
  }),
  listDocumentAccesses: call('GET', '/api/admin/documents/:id/accesses', {
    summary: 'List accesses to a document, by default newest first',
    params: recordParamsSchema,
    query: documentAccessQuerySchema,
    reply: json(documentAccessPageSchema),
    problems: { 'not-found': 404 },
  }),
  exportDocumentAccesses: call('GET', '/api/admin/documents/:id/accesses.csv', {
    summary: 'Export accesses to a document as CSV',
    description: CSV_DESCRIPTION,
    params: recordParamsSchema,
    query: documentAccessExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, busy: 503 },
  }),
  readStorageUsage: call('GET', '/api/admin/storage', {
    summary: 'Read storage in use and the maximum file size',
    reply: json(storageUsageSchema),
  }),
};
