import {
  auditExportQuerySchema,
  auditPageSchema,
  auditQuerySchema,
  signInTimelineSchema,
  strangerNoteListSchema,
  strangerQuerySchema,
} from '../api/audit.ts';
import { userParamsSchema } from '../api/users.ts';
import { exportAudit, listAudit, listStrangers } from '../calls/audit.ts';
import { listSignIns } from '../calls/users.ts';
import { RETENTION } from '../retention.ts';
import { CSV_DESCRIPTION, csvFile, json, specsOf } from './spec.ts';

const spec = specsOf('audit');

/** What is recorded of people. */
export const auditSpecs = [
  spec(listAudit, {
    summary: 'The audit trail, newest first',
    description:
      'Each row carries the hash of the one that its process wrote before, under a key that the database does not have, and seals name the last ones; the command `audit` of the service checks all of it. A page of a filter may hold fewer than the limit, or none, and lead to more.',
    query: auditQuerySchema,
    reply: json(auditPageSchema),
  }),
  spec(exportAudit, {
    summary: 'The audit trail as a file for a spreadsheet, newest first',
    description: CSV_DESCRIPTION,
    query: auditExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
  spec(listStrangers, {
    summary: 'What was refused to visitors, and to addresses that nobody approved, newest first',
    description: `Who it was does not stand there: ask by an e-mail or a network address for the notes about it. Kept for ${RETENTION.strangerNoteDays} days.`,
    query: strangerQuerySchema,
    reply: json(strangerNoteListSchema),
  }),
  spec(listSignIns, {
    summary: "Why can't this person sign in?",
    description: 'A sentence and the events behind it, for any address: also one that is not approved.',
    params: userParamsSchema,
    reply: json(signInTimelineSchema),
  }),
];
