import { z } from 'zod';
import { CSV_DESCRIPTION, callsOf, csvFile, json } from '../define-call.ts';
import { pageFields, pageOf, searchOf, sortOf } from '../fields.ts';
import { MAIL_KINDS, type MailKindName } from '../labels.ts';

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

const kinds = Object.keys(MAIL_KINDS).filter((kind): kind is MailKindName => kind in MAIL_KINDS);

/** By what a list of mails can be ordered. */
const MAIL_ORDERS = ['createdAt', 'to', 'kind'] as const;
/** What a list of mails is ordered by. */
export type MailOrder = (typeof MAIL_ORDERS)[number];

const mailSortSchema = sortOf(MAIL_ORDERS).meta({ id: 'MailSort' });
/** The order of a list of mails; with a `-` before it the other way round. */
export type MailSort = z.infer<typeof mailSortSchema>;

/** Which mails are wanted: the fields that the list and the export have in common. */
const mailFilterFields = {
  search: searchOf(254)
    .optional()
    .describe('parts of the address, each of which is found; shorter than 3 characters the start of a word'),
  sort: mailSortSchema.optional().describe('by default -createdAt'),
  status: mailStatusSchema
    .or(z.literal('troubled'))
    .optional()
    .describe('troubled: failed, or waiting after a failure'),
  kind: z.enum(kinds).optional().describe('what it is about'),
  to: z.string().max(254).optional().describe('one address'),
};

/** Which mails an export has; in which order. */
export const mailExportQuerySchema = z.strictObject(mailFilterFields);
/** Which mails an export has. */
export type MailExportQuery = z.infer<typeof mailExportQuerySchema>;

/** The query of the list of mails. */
export const mailListQuerySchema = z.strictObject({ ...mailFilterFields, ...pageFields });
/** The query of the list of mails. */
export type MailListQuery = z.infer<typeof mailListQuerySchema>;

/** The address of one mail. */
export const mailParamsSchema = z.strictObject({ id: z.string().regex(/^[\w:@.+-]{1,400}$/, 'a mail id') });
/** The mail inside an address. */
export type MailParams = z.infer<typeof mailParamsSchema>;

const call = callsOf('mail');

/** The outbox. */
export default {
  listMails: call('GET', '/api/admin/mail', {
    summary: 'List mails, by default newest first',
    query: mailListQuerySchema,
    reply: json(mailPageSchema),
  }),
  exportMails: call('GET', '/api/admin/mail.csv', {
    summary: 'Export mails as CSV',
    description: CSV_DESCRIPTION,
    query: mailExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
  retryMail: call('POST', '/api/admin/mail/:id/retry', {
    summary: 'Resend a failed mail',
    description:
      'Only a mail that failed: one that may have arrived is sent a second time only because an admin says so.',
    params: mailParamsSchema,
    reply: json(mailSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
};
