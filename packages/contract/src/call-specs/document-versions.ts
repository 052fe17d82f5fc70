import {
  documentContentFormSchema,
  documentVersionParamsSchema,
  documentVersionsSchema,
  MAX_DOCUMENT_VERSIONS,
} from '../api/document-versions.ts';
import { documentContentQuerySchema, documentSchema } from '../api/documents.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  deleteDocumentVersion,
  listDocumentVersions,
  readDocumentVersion,
  replaceDocumentContent,
  restoreDocumentVersion,
} from '../calls/document-versions.ts';
import { RETENTION } from '../retention.ts';
import { CONTENT_CALL, UPLOAD_PROBLEMS } from './documents.ts';
import { KEY_HEADER, KEY_PROBLEMS } from './idempotency.ts';
import { empty, json, specsOf } from './spec.ts';

const spec = specsOf('documents');

const IF_MATCH = {
  'If-Match': 'the ETag of the content, its sha256 in quotes, that is meant; another one is refused with 412',
} as const;

/** The files that documents have and had. */
export const documentVersionSpecs = [
  spec(replaceDocumentContent, {
    summary: 'Replace the file of a document under the same link',
    description: `Title, address, readers and the day of the upload stay. The former file is kept as an earlier version for ${RETENTION.documentVersionDays} days; of more than ${MAX_DOCUMENT_VERSIONS} the one goes first that was replaced first. The same bytes once more change nothing.`,
    params: recordParamsSchema,
    headers: { ...KEY_HEADER, ...IF_MATCH },
    form: documentContentFormSchema,
    reply: json(documentSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412, ...UPLOAD_PROBLEMS, ...KEY_PROBLEMS },
  }),
  spec(listDocumentVersions, {
    summary: 'The files that a document has and had, newest first',
    params: recordParamsSchema,
    reply: json(documentVersionsSchema),
    problems: { 'not-found': 404 },
  }),
  spec(readDocumentVersion, {
    ...CONTENT_CALL,
    summary: 'The bytes of one version of a document, or parts of them',
    params: documentVersionParamsSchema,
    query: documentContentQuerySchema,
  }),
  spec(deleteDocumentVersion, {
    summary: 'Delete an earlier file of a document for good',
    description: 'It is gone at once, for everybody. Backups that were made before have it. The current one stays.',
    params: documentVersionParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  spec(restoreDocumentVersion, {
    summary: 'Make an earlier file of a document the one that readers get',
    description:
      'The former current file is kept as an earlier version. No mail goes out. The current one stays as it is.',
    headers: IF_MATCH,
    params: documentVersionParamsSchema,
    reply: json(documentSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
];
