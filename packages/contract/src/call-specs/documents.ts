import {
  documentAccessExportQuerySchema,
  documentAccessPageSchema,
  documentAccessQuerySchema,
  documentChangeSchema,
  documentContentQuerySchema,
  documentExportQuerySchema,
  documentFormSchema,
  documentListQuerySchema,
  documentPageSchema,
  documentSchema,
  MAX_DOWNLOADS_OF_CLIENT,
  reportListQuerySchema,
  storageUsageSchema,
} from '../api/documents.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  changeDocument,
  deleteDocument,
  exportDocumentAccesses,
  exportDocuments,
  listDocumentAccesses,
  listDocuments,
  listReports,
  readDocumentContent,
  readStorageUsage,
  uploadDocument,
} from '../calls/documents.ts';
import { KEY_HEADER, KEY_PROBLEMS } from './idempotency.ts';
import { CSV_DESCRIPTION, csvFile, empty, json, SEARCH_DESCRIPTION, specsOf, written } from './spec.ts';

const spec = specsOf('documents');

/** How an upload of a PDF may be refused. */
export const UPLOAD_PROBLEMS = { 'request-timeout': 408, 'too-large': 413, 'unsupported-media-type': 415 } as const;

/** What the calls that send a PDF have in common. */
export const CONTENT_CALL = {
  description: `A client has up to ${MAX_DOWNLOADS_OF_CLIENT} of these calls under way at once, fewer while others have most of what a process sends. One that takes no bytes for 30 s is ended.`,
  headers: {
    Range: 'bytes=0-1023: a part, answered with 206; several parts are possible',
    'If-Range': 'the ETag of the parts that are there already: of another file the whole is sent',
    'If-Match': 'the ETag of the file that is meant; another one is refused with 412',
    'If-None-Match':
      'the ETag of what is there already, answered with 304; people who have not opened the file are sent it',
  },
  isHandedOut: true,
  reply: written(['application/pdf'], 'The file: 200, parts of it: 206, unchanged: 304'),
  problems: {
    'not-found': 404,
    'precondition-failed': 412,
    'range-not-satisfiable': 416,
    'rate-limited': 429,
    busy: 503,
  },
} as const;

/** Documents and annual reports. */
export const documentSpecs = [
  spec(listDocuments, {
    summary: 'The documents you may read, newest first unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    query: documentListQuerySchema,
    reply: json(documentPageSchema),
  }),
  spec(listReports, {
    summary: 'The annual reports, newest first unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    query: reportListQuerySchema,
    reply: json(documentPageSchema),
  }),
  spec(readDocumentContent, {
    ...CONTENT_CALL,
    summary: 'The bytes of a document, or parts of them',
    params: recordParamsSchema,
    query: documentContentQuerySchema,
  }),
  spec(uploadDocument, {
    summary: 'Upload a PDF',
    description:
      'The file is stored as it arrives, however long that takes while bytes come. Send the other fields before the file, so that a mistake in them shows at once.',
    headers: KEY_HEADER,
    form: documentFormSchema,
    reply: json(documentSchema, 201),
    problems: { ...UPLOAD_PROBLEMS, ...KEY_PROBLEMS },
  }),
  spec(deleteDocument, {
    summary: 'Delete a document, its record and its files',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
  spec(changeDocument, {
    summary: 'Change what a document is called, what it is, or who may read it',
    params: recordParamsSchema,
    body: documentChangeSchema,
    reply: json(documentSchema),
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404 },
  }),
  spec(exportDocuments, {
    summary: 'Documents as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    query: documentExportQuerySchema,
    reply: csvFile,
    problems: { busy: 503 },
  }),
  spec(listDocumentAccesses, {
    summary: 'Who opened or downloaded a document, newest first unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    params: recordParamsSchema,
    query: documentAccessQuerySchema,
    reply: json(documentAccessPageSchema),
    problems: { 'not-found': 404 },
  }),
  spec(exportDocumentAccesses, {
    summary: 'Who opened or downloaded a document, as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    params: recordParamsSchema,
    query: documentAccessExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, busy: 503 },
  }),
  spec(readStorageUsage, {
    summary: 'How much the documents take, and how large one may be',
    reply: json(storageUsageSchema),
  }),
];
