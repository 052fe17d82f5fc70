import { z } from 'zod';
import { groupSchema } from '../groups.ts';
import { documentKindSchema, revisionSchema, validFromSchema } from './document-kinds.ts';
import { uploadNoticeSchema, visibilitySchema } from './documents.ts';
import { recordIdSchema } from './text.ts';

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
