import { mailListQuerySchema, mailPageSchema, mailParamsSchema, mailSchema } from '../api/mail.ts';
import { listMails, retryMail } from '../calls/mail.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('mail');

/** The outbox. */
export const mailSpecs = [
  spec(listMails, { summary: 'Mails, newest first', query: mailListQuerySchema, reply: json(mailPageSchema) }),
  spec(retryMail, {
    summary: 'Send a failed mail again',
    description:
      'Only a mail that failed: one that may have arrived is sent a second time only because an admin says so.',
    params: mailParamsSchema,
    reply: json(mailSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
];
