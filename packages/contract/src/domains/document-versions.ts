import { z } from 'zod';
import { CONTENT_CALL, callsOf, empty, json, KEY_HEADER, KEY_PROBLEMS, UPLOAD_PROBLEMS } from '../define-call.ts';
import { groupSchema, revisionSchema, validFromSchema } from '../fields.ts';
import { RETENTION } from '../retention.ts';
import { recordIdSchema, recordParamsSchema } from '../text.ts';
import {
  documentContentQuerySchema,
  documentKindSchema,
  documentSchema,
  uploadNoticeSchema,
  visibilitySchema,
} from './documents.ts';

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
    file: z.string().meta({ format: 'binary', description: 'one PDF; recognized by its content, not its name' }),
  })
  .meta({ id: 'NewDocumentContent' });

/** The address of a version of a document. */
export const documentVersionParamsSchema = z.strictObject({
  id: recordIdSchema,
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, 'the number of a version'),
});
/** The address of a version of a document. */
export type DocumentVersionParams = z.infer<typeof documentVersionParamsSchema>;

const call = callsOf('documents');

const IF_MATCH = {
  'If-Match': 'the ETag of the content, its sha256 in quotes, that you expect; any other fails with 412',
} as const;

/** The files that documents have and had. */
export default {
  replaceDocumentContent: call('PUT', '/api/admin/documents/:id/content', {
    summary: 'Replace the file of a document, under the same link',
    description: `Title, address, readers and upload date stay. The former file is kept as an earlier version for ${RETENTION.documentVersionDays} days; beyond ${MAX_DOCUMENT_VERSIONS}, the oldest is removed first. Uploading identical bytes has no effect.`,
    params: recordParamsSchema,
    headers: { ...KEY_HEADER, ...IF_MATCH },
    form: documentContentFormSchema,
    reply: json(documentSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412, ...UPLOAD_PROBLEMS, ...KEY_PROBLEMS },
  }),
  listDocumentVersions: call('GET', '/api/admin/documents/:id/versions', {
    summary: 'List current and earlier files of a document, newest first',
    params: recordParamsSchema,
    reply: json(documentVersionsSchema),
    problems: { 'not-found': 404 },
  }),
  readDocumentVersion: call('GET', '/api/admin/documents/:id/versions/:number/content', {
    ...CONTENT_CALL,
    summary: 'Read one version of a document, whole or a range',
    params: documentVersionParamsSchema,
    query: documentContentQuerySchema,
  }),
  deleteDocumentVersion: call('DELETE', '/api/admin/documents/:id/versions/:number', {
    summary: 'Delete an earlier file of a document permanently',
    description: 'Takes effect at once. Earlier backups still contain the file. The current file stays.',
    params: documentVersionParamsSchema,
    reply: empty,
    problems: { 'fresh-sign-in-needed': 403, 'not-found': 404, conflict: 409 },
  }),
  restoreDocumentVersion: call('POST', '/api/admin/documents/:id/versions/:number/restore', {
    summary: 'Restore an earlier file of a document',
    description:
      'The former current file is kept as an earlier version. No mail goes out. The current one stays as it is.',
    headers: IF_MATCH,
    params: documentVersionParamsSchema,
    reply: json(documentSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
};
