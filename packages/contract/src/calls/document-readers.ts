import type {
  DocumentReaders,
  NonReaderPage,
  NonReaderQuery,
  PersonAccessExportQuery,
  PersonAccessPage,
  PersonAccessQuery,
  ReadingReminder,
  ReminderQuery,
} from '../api/document-readers.ts';
import type { RecordParams } from '../api/text.ts';
import type { UserParams } from '../api/users.ts';
import { call, type Nothing } from './call.ts';

/** How many of the people for whom a document is have opened it. */
export const countDocumentReaders = /* @__PURE__ */ call<RecordParams, Nothing, undefined, DocumentReaders>(
  'GET',
  '/api/admin/documents/:id/readers',
);

/** Who has not opened a document that is for them. */
export const listNonReaders = /* @__PURE__ */ call<RecordParams, NonReaderQuery, undefined, NonReaderPage>(
  'GET',
  '/api/admin/documents/:id/non-readers',
);

/** Mails those who have not opened a document, each once a day. */
export const remindNonReaders = /* @__PURE__ */ call<RecordParams, ReminderQuery, undefined, ReadingReminder>(
  'POST',
  '/api/admin/documents/:id/reminders',
);

/** What a person opened or downloaded, newest first unless the query says otherwise. */
export const listPersonAccesses = /* @__PURE__ */ call<UserParams, PersonAccessQuery, undefined, PersonAccessPage>(
  'GET',
  '/api/admin/users/:email/accesses',
);

/** What a person opened or downloaded, as a file for a spreadsheet. */
export const exportPersonAccesses = /* @__PURE__ */ call<UserParams, PersonAccessExportQuery>(
  'GET',
  '/api/admin/users/:email/accesses.csv',
);
