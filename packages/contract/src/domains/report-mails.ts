import { z } from 'zod';
import { callsOf, json } from '../define-call.ts';
import { recordIdSchema } from '../text.ts';

/** How many new reports one mail tells of at most; the rest goes out with the next one. */
export const MAX_REPORTS_OF_MAIL = 100;

/** The new reports whose mail waits for others that may follow. */
export const waitingReportsSchema = z
  .object({
    documents: z.array(z.object({ id: recordIdSchema, title: z.string() })).describe('oldest first'),
    goesOutAt: z.iso
      .datetime()
      .nullable()
      .describe('when the mail goes out unless another report follows; null without any'),
  })
  .meta({ id: 'WaitingReports' });
/** The new reports whose mail waits for others that may follow. */
export type WaitingReports = z.infer<typeof waitingReportsSchema>;

/** The reports that an admin means: those that were seen to wait. */
export const reportChoiceSchema = z
  .strictObject({
    documents: z
      .array(recordIdSchema)
      .min(1, 'at least one')
      .max(MAX_REPORTS_OF_MAIL, `at most ${MAX_REPORTS_OF_MAIL}`),
  })
  .meta({ id: 'ReportChoice' });
/** The reports that an admin means. */
export type ReportChoice = z.infer<typeof reportChoiceSchema>;

/** How many of the reports still waited, and were sent at once or not at all. */
export const reportsChosenSchema = z.object({ changed: z.int() }).meta({ id: 'ReportsChosen' });
/** How many of the reports still waited. */
export type ReportsChosen = z.infer<typeof reportsChosenSchema>;

const call = callsOf('documents');

/** The mails about new reports, while they wait for others. */
export default {
  readWaitingReports: call('GET', '/api/admin/report-mails', {
    summary: 'List new reports whose mail is waiting',
    description: 'The mail is sent one minute after the last report, at most five minutes after the first.',
    reply: json(waitingReportsSchema),
  }),
  sendWaitingReports: call('POST', '/api/admin/report-mails/send', {
    summary: 'Send waiting report mails now',
    description: 'Reports that are no longer waiting are skipped. Audited.',
    body: reportChoiceSchema,
    reply: json(reportsChosenSchema),
  }),
  recallWaitingReports: call('POST', '/api/admin/report-mails/recall', {
    summary: 'Cancel waiting report mails',
    description: 'Reports whose mail was already sent are skipped. Audited.',
    body: reportChoiceSchema,
    reply: json(reportsChosenSchema),
  }),
};
