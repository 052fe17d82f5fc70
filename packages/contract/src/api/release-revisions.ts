import { z } from 'zod';
import { recordIdSchema } from './text.ts';

/** How many earlier texts of a press release are kept at most. */
export const MAX_REVISIONS = 100;

/** A text that a press release has, or had. */
export const releaseRevisionSchema = z
  .object({
    number: z.int().describe('of the version that had this text; a later one has a greater number'),
    title: z.string(),
    at: z.iso.datetime().describe('when it was saved'),
    by: z.string().describe('who saved it'),
    state: z
      .enum(['saved', 'scheduled', 'published'])
      .describe('saved: of a draft, or beside what readers saw; published: what readers saw'),
    isCurrent: z.boolean().describe('the text that the release has now'),
  })
  .meta({ id: 'ReleaseRevision' });
/** A text that a press release has, or had. */
export type ReleaseRevision = z.infer<typeof releaseRevisionSchema>;

/** The texts of a press release, newest first; the first is the current one. */
export const releaseRevisionsSchema = z.object({
  items: z.array(releaseRevisionSchema).describe(`the current one and at most ${MAX_REVISIONS} earlier ones`),
});
/** The texts of a press release, newest first. */
export type ReleaseRevisions = z.infer<typeof releaseRevisionsSchema>;

/** A text that a press release has, or had, as a whole. */
export const releaseRevisionTextSchema = z
  .object({ ...releaseRevisionSchema.shape, content: z.string().describe('sanitised HTML') })
  .meta({ id: 'ReleaseRevisionText' });
/** A text that a press release has, or had, as a whole. */
export type ReleaseRevisionText = z.infer<typeof releaseRevisionTextSchema>;

/** The address of a text of a press release. */
export const revisionParamsSchema = z.strictObject({
  id: recordIdSchema,
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, 'the number of a revision'),
});
/** The address of a text of a press release. */
export type RevisionParams = z.infer<typeof revisionParamsSchema>;
