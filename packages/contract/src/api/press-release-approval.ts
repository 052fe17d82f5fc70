import { z } from 'zod';
import { APPROVAL_NOTE_LENGTH } from '../press-release-bounds.ts';
import { PRINTABLE_LINES } from './text.ts';

/** How far the approval of what was written last has come. */
export const pressReleaseApprovalSchema = z
  .object({
    state: z
      .enum(['none', 'asked', 'approved', 'declined', 'outdated'])
      .describe('approved: it may appear exactly so; outdated: it was changed after it had been approved'),
    writers: z.array(z.string()).describe('who saved something since it was last approved: they cannot approve it'),
    askedBy: z.string().optional(),
    askedAt: z.iso.datetime().optional(),
    by: z.string().optional().describe('who answered last'),
    at: z.iso.datetime().optional(),
    note: z.string().optional().describe('of the question, or of its answer'),
  })
  .meta({ id: 'PressReleaseApproval' });
/** How far the approval of what was written last has come. */
export type PressReleaseApproval = z.infer<typeof pressReleaseApprovalSchema>;

const noteSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(APPROVAL_NOTE_LENGTH, `at most ${APPROVAL_NOTE_LENGTH} characters`)
  .regex(PRINTABLE_LINES, 'no control characters')
  .refine((text) => text.isWellFormed(), 'must be valid Unicode');

/** What an admin adds to a question for approval, or to an approval. */
export const approvalNoteSchema = z.strictObject({ note: noteSchema.optional() }).meta({ id: 'ApprovalNote' });
/** What an admin adds to a question for approval, or to an approval. */
export type ApprovalNote = z.infer<typeof approvalNoteSchema>;

/** Why an admin does not approve. */
export const approvalRefusalSchema = z.strictObject({ note: noteSchema }).meta({ id: 'ApprovalRefusal' });
/** Why an admin does not approve. */
export type ApprovalRefusal = z.infer<typeof approvalRefusalSchema>;

/** What an admin takes back. */
export const approvalWithdrawalQuerySchema = z
  .strictObject({
    state: z
      .enum(['asked', 'approved'])
      .optional()
      .describe('what is taken back: refused with 409 when it is another one meanwhile; without it, any'),
  })
  .meta({ id: 'ApprovalWithdrawalQuery' });
/** What an admin takes back. */
export type ApprovalWithdrawalQuery = z.infer<typeof approvalWithdrawalQuerySchema>;
