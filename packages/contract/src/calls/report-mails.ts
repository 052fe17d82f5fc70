import type { ReportChoice, ReportsChosen, WaitingReports } from '../api/report-mails.ts';
import { call, type Nothing } from './call.ts';

/** The new reports whose mail waits for others that may follow. */
export const readWaitingReports = /* @__PURE__ */ call<Nothing, Nothing, undefined, WaitingReports>(
  'GET',
  '/api/admin/report-mails',
);

/** Sends the mail about reports that wait at once. */
export const sendWaitingReports = /* @__PURE__ */ call<Nothing, Nothing, ReportChoice, ReportsChosen>(
  'POST',
  '/api/admin/report-mails/send',
);

/** Sends no mail about reports that wait. */
export const recallWaitingReports = /* @__PURE__ */ call<Nothing, Nothing, ReportChoice, ReportsChosen>(
  'POST',
  '/api/admin/report-mails/recall',
);
