import { z } from 'zod';
import { pageFields, pageOf } from './paging.ts';

/** How far a mail has come. `dropped`: it was not wanted any more when its turn came. */
export const mailStatusSchema = z.enum(['waiting', 'sending', 'sent', 'failed', 'dropped']).meta({ id: 'MailStatus' });
/** How far a mail has come. */
export type MailStatus = z.infer<typeof mailStatusSchema>;

/** One mail to one recipient. */
export const mailSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    to: z.string(),
    status: mailStatusSchema,
    attempts: z.number().int(),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso.datetime().nullable(),
    lastError: z.string().nullable().describe('what the mail server or the network said'),
  })
  .meta({ id: 'Mail' });
/** One mail to one recipient. */
export type Mail = z.infer<typeof mailSchema>;

/** One page of mails, newest first. */
export const mailPageSchema = pageOf(mailSchema);
/** One page of mails. */
export type MailPage = z.infer<typeof mailPageSchema>;

/** The query of the list of mails. */
export const mailListQuerySchema = z.strictObject({
  status: mailStatusSchema
    .or(z.literal('troubled'))
    .optional()
    .describe('troubled: failed, or waiting after a failure'),
  to: z.string().max(254).optional().describe('one address'),
  ...pageFields,
});
/** The query of the list of mails. */
export type MailListQuery = z.infer<typeof mailListQuerySchema>;

/** The address of one mail. */
export const mailParamsSchema = z.strictObject({ id: z.string().regex(/^[\w:@.+-]{1,400}$/, 'a mail id') });
/** The mail inside an address. */
export type MailParams = z.infer<typeof mailParamsSchema>;
