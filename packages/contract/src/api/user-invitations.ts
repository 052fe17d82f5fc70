import { z } from 'zod';
import { cursorSchema } from './paging.ts';
import { recordIdSchema } from './text.ts';
import { userFilterFields } from './users.ts';

/** How many people one call of invitations looks at. */
export const MAX_INVITED = 1000;

const { search, role, group, addedAfter, addedBefore } = userFilterFields;

/** Whom an invitation is for: of those whom the list finds, who never signed in. */
export const userInvitationQuerySchema = z.strictObject({
  ...{ search, role, group, addedAfter, addedBefore },
  import: recordIdSchema.optional().describe('whom this import added'),
  dryRun: z
    .enum(['true', 'false'], 'true or false')
    .transform((value) => value === 'true')
    .optional()
    .describe('true: says how many would be invited, and mails nobody; false by default'),
  cursor: cursorSchema.optional().describe('where to go on, as an earlier answer named it; by default at the start'),
});
/** Whom an invitation is for. */
export type UserInvitationQuery = z.infer<typeof userInvitationQuerySchema>;

/** Whom a call of invitations reached. */
export const userInvitationsSchema = z
  .object({
    invited: z.int().describe(`to how many people a mail goes, or would go; at most ${MAX_INVITED}`),
    skipped: z.int().describe('how many were found who are invited today already'),
    next: z.string().nullable().describe('where to go on with the same filter; null when everybody was looked at'),
  })
  .meta({ id: 'UserInvitations' });
/** Whom a call of invitations reached. */
export type UserInvitations = z.infer<typeof userInvitationsSchema>;
