// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type reportMails from '../domains/report-mails.ts';

/** The new reports whose mail waits for others that may follow. */
export const readWaitingReports = /* @__PURE__ */ callOf<typeof reportMails.readWaitingReports>('GET', '/api/admin/report-mails');
/** Send the mail about reports that wait at once. */
export const sendWaitingReports = /* @__PURE__ */ callOf<typeof reportMails.sendWaitingReports>('POST', '/api/admin/report-mails/send');
/** Send no mail about reports that wait. */
export const recallWaitingReports = /* @__PURE__ */ callOf<typeof reportMails.recallWaitingReports>('POST', '/api/admin/report-mails/recall');
