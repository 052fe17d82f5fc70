// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type reportMails from '../domains/report-mails.ts';

/** List new reports whose mail is waiting. */
export const readWaitingReports = /* @__PURE__ */ callOf<typeof reportMails.readWaitingReports>('GET', '/api/admin/report-mails');
/** Send waiting report mails now. */
export const sendWaitingReports = /* @__PURE__ */ callOf<typeof reportMails.sendWaitingReports>('POST', '/api/admin/report-mails/send');
/** Cancel waiting report mails. */
export const recallWaitingReports = /* @__PURE__ */ callOf<typeof reportMails.recallWaitingReports>('POST', '/api/admin/report-mails/recall');
