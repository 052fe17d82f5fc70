import { reportChoiceSchema, reportsChosenSchema, waitingReportsSchema } from '../api/report-mails.ts';
import { readWaitingReports, recallWaitingReports, sendWaitingReports } from '../calls/report-mails.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('documents');

/** The mail about new reports, before it goes out. */
export const reportMailSpecs = [
  spec(readWaitingReports, {
    summary: 'The new reports whose mail waits for others that may follow',
    description: 'The mail goes out one minute after the last of them, five minutes after the first at the latest.',
    reply: json(waitingReportsSchema),
  }),
  spec(sendWaitingReports, {
    summary: 'Send the mail about reports that wait at once',
    description: 'One that does not wait any more is left out. Audited.',
    body: reportChoiceSchema,
    reply: json(reportsChosenSchema),
  }),
  spec(recallWaitingReports, {
    summary: 'Send no mail about reports that wait',
    description: 'One that does not wait any more is left out: its mail is on its way. Audited.',
    body: reportChoiceSchema,
    reply: json(reportsChosenSchema),
  }),
];
