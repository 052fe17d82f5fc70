// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type mail from '../domains/mail.ts';

/** List mails, by default newest first. */
export const listMails = /* @__PURE__ */ callOf<typeof mail.listMails>('GET', '/api/admin/mail');
/** Export mails as CSV. */
export const exportMails = /* @__PURE__ */ callOf<typeof mail.exportMails>('GET', '/api/admin/mail.csv');
/** Resend a failed mail. */
export const retryMail = /* @__PURE__ */ callOf<typeof mail.retryMail>('POST', '/api/admin/mail/:id/retry');
