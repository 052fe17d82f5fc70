import { z } from 'zod';
import { recordIdSchema } from './text.ts';

/** How many earlier texts of a press release are kept at most. */
export const MAX_REVISIONS = 100;

/** A text that a press release has, or had. */
export const pressReleaseRevisionSchema = z
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
  .meta({ id: 'PressReleaseRevision' });
/** A text that a press release has, or had. */
export type PressReleaseRevision = z.infer<typeof pressReleaseRevisionSchema>;

/** The texts of a press release, newest first; the first is the current one. */
export const pressReleaseRevisionsSchema = z.object({
  items: z.array(pressReleaseRevisionSchema).describe(`the current one and at most ${MAX_REVISIONS} earlier ones`),
});
/** The texts of a press release, newest first. */
export type PressReleaseRevisions = z.infer<typeof pressReleaseRevisionsSchema>;

/** A text that a press release has, or had, as a whole. */
export const pressReleaseRevisionTextSchema = z
  .object({ ...pressReleaseRevisionSchema.shape, content: z.string().describe('sanitised HTML') })
  .meta({ id: 'PressReleaseRevisionText' });
/** A text that a press release has, or had, as a whole. */
export type PressReleaseRevisionText = z.infer<typeof pressReleaseRevisionTextSchema>;

/** The address of a text of a press release. */
export const revisionParamsSchema = z.strictObject({
  id: recordIdSchema,
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, 'the number of a revision'),
});
/** The address of a text of a press release. */
export type RevisionParams = z.infer<typeof revisionParamsSchema>;
