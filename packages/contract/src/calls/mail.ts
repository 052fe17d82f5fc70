import type { Mail, MailListQuery, MailPage, MailParams } from '../api/mail.ts';
import { call, type Nothing } from './call.ts';

/** Mails, newest first. */
export const listMails = /* @__PURE__ */ call<Nothing, MailListQuery, undefined, MailPage>('GET', '/api/admin/mail');

/** Sends a failed mail again. */
export const retryMail = /* @__PURE__ */ call<MailParams, Nothing, undefined, Mail>(
  'POST',
  '/api/admin/mail/:id/retry',
);
