import {
  documentReadersSchema,
  MAX_READERS_COUNTED,
  MAX_REMINDED,
  nonReaderPageSchema,
  nonReaderQuerySchema,
  personAccessExportQuerySchema,
  personAccessPageSchema,
  personAccessQuerySchema,
  readingReminderSchema,
  reminderQuerySchema,
} from '../api/document-readers.ts';
import { recordParamsSchema } from '../api/text.ts';
import { userParamsSchema } from '../api/users.ts';
import {
  countDocumentReaders,
  exportPersonAccesses,
  listNonReaders,
  listPersonAccesses,
  remindNonReaders,
} from '../calls/document-readers.ts';
import { CSV_DESCRIPTION, csvFile, json, SEARCH_DESCRIPTION, specsOf } from './spec.ts';

const spec = specsOf('documents');

/** Who reads what, and who does not. */
export const documentReaderSpecs = [
  spec(countDocumentReaders, {
    summary: 'How many of the people for whom a document is have opened it',
    description: `Those are the holders of the role of its visibility who are no admins, counted as far as ${MAX_READERS_COUNTED}. Accesses are known for 400 days.`,
    params: recordParamsSchema,
    reply: json(documentReadersSchema),
    problems: { 'not-found': 404 },
  }),
  spec(listNonReaders, {
    summary: 'Who has not opened a document that is for them',
    description: `${SEARCH_DESCRIPTION} A public document is for everybody: 409.`,
    params: recordParamsSchema,
    query: nonReaderQuerySchema,
    reply: json(nonReaderPageSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  spec(remindNonReaders, {
    summary: 'Mail those who have not opened a document that is for them',
    description: `At most ${MAX_REMINDED} people at once, and an answer comes after some seconds: \`next\` leads on. Nobody is reminded twice a day (UTC), nor anybody who opens it before the mail leaves. A public document is for everybody: 409. Audited.`,
    params: recordParamsSchema,
    query: reminderQuerySchema,
    reply: json(readingReminderSchema, 202),
    problems: { 'not-found': 404, conflict: 409, 'rate-limited': 429 },
  }),
  spec(listPersonAccesses, {
    summary: 'What a person opened or downloaded, newest first unless sort says otherwise',
    description: `Of any address, also one that nobody has now. ${SEARCH_DESCRIPTION} Audited.`,
    params: userParamsSchema,
    query: personAccessQuerySchema,
    reply: json(personAccessPageSchema),
  }),
  spec(exportPersonAccesses, {
    summary: 'What a person opened or downloaded, as a file for a spreadsheet',
    description: CSV_DESCRIPTION,
    params: userParamsSchema,
    query: personAccessExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
];
