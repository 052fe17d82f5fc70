import {
  mailExportQuerySchema,
  mailListQuerySchema,
  mailPageSchema,
  mailParamsSchema,
  mailSchema,
} from '../api/mail.ts';
import { exportMails, listMails, retryMail } from '../calls/mail.ts';
import { CSV_DESCRIPTION, csvFile, json, SEARCH_DESCRIPTION, specsOf } from './spec.ts';

const spec = specsOf('mail');

/** The outbox. */
export const mailSpecs = [
  spec(listMails, {
    summary: 'Mails, newest first unless sort says otherwise',
    description: SEARCH_DESCRIPTION,
    query: mailListQuerySchema,
    reply: json(mailPageSchema),
  }),
  spec(exportMails, {
    summary: 'Mails as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    query: mailExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
  spec(retryMail, {
    summary: 'Send a failed mail again',
    description:
      'Only a mail that failed: one that may have arrived is sent a second time only because an admin says so.',
    params: mailParamsSchema,
    reply: json(mailSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
];
