// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type mail from '../domains/mail.ts';

/** Mails, newest first unless sort says otherwise. */
export const listMails = /* @__PURE__ */ callOf<typeof mail.listMails>('GET', '/api/admin/mail');
/** Mails as a file for a spreadsheet. */
export const exportMails = /* @__PURE__ */ callOf<typeof mail.exportMails>('GET', '/api/admin/mail.csv');
/** Send a failed mail again. */
export const retryMail = /* @__PURE__ */ callOf<typeof mail.retryMail>('POST', '/api/admin/mail/:id/retry');
