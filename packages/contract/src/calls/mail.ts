import type { Mail, MailExportQuery, MailListQuery, MailPage, MailParams } from '../api/mail.ts';
import { call, type Nothing } from './call.ts';

/** Mails, newest first unless the query says otherwise. */
export const listMails = /* @__PURE__ */ call<Nothing, MailListQuery, undefined, MailPage>('GET', '/api/admin/mail');

/** Mails as a file for a spreadsheet. */
export const exportMails = /* @__PURE__ */ call<Nothing, MailExportQuery>('GET', '/api/admin/mail.csv');

/** Sends a failed mail again. */
export const retryMail = /* @__PURE__ */ call<MailParams, Nothing, undefined, Mail>(
  'POST',
  '/api/admin/mail/:id/retry',
);
