import { z } from 'zod';
import { MAX_REMINDED } from '../bounds.ts';
import { CSV_DESCRIPTION, callsOf, csvFile, json } from '../define-call.ts';
import { cursorSchema, momentSchema, pageFields, pageOf, searchOf, sortOf } from '../fields.ts';
import { recordIdSchema, recordParamsSchema } from '../text.ts';
import { documentAccessSchema } from './documents.ts';
import { userParamsSchema } from './users.ts';

/** How far the people are counted for whom a document is. */
export const MAX_READERS_COUNTED = 1000;

/** The role of the people for whom a document is: none for a public one, which is for everybody. */
const readerRoleSchema = z.enum(['investor', 'customer']);

/** How many of the people for whom a document is have opened it. Admins are not counted. */
export const documentReadersSchema = z
  .object({
    role: readerRoleSchema
      .nullable()
      .describe('the role of those people; null: it is public, and readers are not counted'),
    people: z.int().describe(`who holds the role and is no admin, counted as far as ${MAX_READERS_COUNTED}`),
    opened: z.int().describe('how many of those counted have opened or downloaded its current file'),
    openedEarlier: z.int().describe('how many others of them have opened an earlier file of it alone'),
    more: z.boolean().describe('whether there are more people than were counted'),
    acknowledged: z
      .int()
      .optional()
      .describe('how many of those counted have acknowledged the file that it has now; only of an SOP'),
  })
  .meta({ id: 'DocumentReaders' });
/** How many of the people for whom a document is have opened it. */
export type DocumentReaders = z.infer<typeof documentReadersSchema>;

/** A person for whom a document is and who has not opened its current file. */
export const nonReaderSchema = z
  .object({
    email: z.string(),
    name: z.string(),
    openedEarlier: z.boolean().describe('whether the person has opened an earlier file of it'),
    lastSignInAt: z.iso.datetime().optional().describe('missing while the person never signed in'),
  })
  .meta({ id: 'NonReader' });
/** A person for whom a document is and who has not opened it. */
export type NonReader = z.infer<typeof nonReaderSchema>;

/** The query of the people who have not opened a document. */
export const nonReaderQuerySchema = z.strictObject({
  search: searchOf(254)
    .optional()
    .describe(
      'parts of the e-mail or of the name, each of which is found; shorter than 3 characters the start of a word',
    ),
  sort: sortOf(['email', 'lastSignIn']).optional().describe('by default email'),
  ...pageFields,
});
/** The query of the people who have not opened a document. */
export type NonReaderQuery = z.infer<typeof nonReaderQuerySchema>;

/** One page of the people who have not opened a document. */
export const nonReaderPageSchema = pageOf(nonReaderSchema).extend({ title: z.string().describe('of the document') });
/** One page of the people who have not opened a document. */
export type NonReaderPage = z.infer<typeof nonReaderPageSchema>;

/** Where a reminder of a document goes on. */
export const reminderQuerySchema = z.strictObject({
  cursor: cursorSchema.optional().describe('where to go on, as an earlier answer named it; by default at the start'),
});
/** Where a reminder of a document goes on. */
export type ReminderQuery = z.infer<typeof reminderQuerySchema>;

/** Whom a reminder of a document reaches. */
export const readingReminderSchema = z
  .object({
    queued: z.int().describe(`to how many people a mail goes, at most ${MAX_REMINDED}; each person at most once a day`),
    more: z.boolean().describe('whether there may be people left who were not reminded today'),
    next: z.string().nullable().describe('where to go on; null when everybody was looked at'),
  })
  .meta({ id: 'ReadingReminder' });
/** Whom a reminder of a document reaches. */
export type ReadingReminder = z.infer<typeof readingReminderSchema>;

/** One time that a person opened or downloaded a document. */
export const personAccessSchema = documentAccessSchema
  .omit({ by: true })
  .extend({
    documentId: recordIdSchema,
    title: z
      .string()
      .nullable()
      .describe('of the document; the last known one when it was deleted, null when none is known'),
    deleted: z.boolean().describe('whether the document is not there any more'),
  })
  .meta({ id: 'PersonAccess' });
/** One time that a person opened or downloaded a document. */
export type PersonAccess = z.infer<typeof personAccessSchema>;

/** Which accesses of a person are wanted: the fields that the list and the export have in common. */
const personAccessFields = {
  document: searchOf(200)
    .min(1, 'must not be empty')
    .optional()
    .describe('words, each of which is part of the title of the document'),
  action: documentAccessSchema.shape.action.optional(),
  after: momentSchema.optional().describe('at this time or later'),
  before: momentSchema.optional().describe('before this time'),
  sort: sortOf(['at']).optional().describe('by default -at'),
};

/** Which accesses of a person an export has; in which order. */
export const personAccessExportQuerySchema = z.strictObject(personAccessFields);
/** Which accesses of a person an export has. */
export type PersonAccessExportQuery = z.infer<typeof personAccessExportQuerySchema>;

/** The query of a person's accesses. */
export const personAccessQuerySchema = z.strictObject({ ...personAccessFields, ...pageFields });
/** The query of a person's accesses. */
export type PersonAccessQuery = z.infer<typeof personAccessQuerySchema>;

/** One page of a person's accesses, newest first. */
export const personAccessPageSchema = pageOf(personAccessSchema).extend({
  name: z.string().nullable().describe('of the person; null when no one has this address now'),
});
/** One page of a person's accesses. */
export type PersonAccessPage = z.infer<typeof personAccessPageSchema>;

const call = callsOf('documents');

/** Who reads what, and who does not. */
export default {
  countDocumentReaders: call('GET', '/api/admin/documents/:id/readers', {
    summary: 'Count readers of a document who have opened it',
    description: `Readers hold the role of its visibility and are not admins; at most ${MAX_READERS_COUNTED} are counted. Accesses are kept for 400 days.`,
    params: recordParamsSchema,
    reply: json(documentReadersSchema),
    problems: { 'not-found': 404 },
  }),
  listNonReaders: call('GET', '/api/admin/documents/:id/non-readers', {
    summary: 'List readers who have not opened a document',
    description:
      'A page may hold fewer than the limit, or none, and lead to more. A public document is for everybody: 409.',
    params: recordParamsSchema,
    query: nonReaderQuerySchema,
    reply: json(nonReaderPageSchema),
    problems: { 'not-found': 404, conflict: 409 },
  }),
  remindNonReaders: call('POST', '/api/admin/documents/:id/reminders', {
    summary: 'Remind readers who have not opened a document',
    description: `At most ${MAX_REMINDED} people a call; continue from \`next\`. Each person is reminded at most once a day (UTC), and not after opening it. 409 for a public document. Audited.`,
    params: recordParamsSchema,
    query: reminderQuerySchema,
    reply: json(readingReminderSchema, 202),
    problems: { 'not-found': 404, conflict: 409, 'rate-limited': 429 },
  }),
  listPersonAccesses: call('GET', '/api/admin/users/:email/accesses', {
    summary: 'List documents a person opened or downloaded, by default newest first',
    description: 'Works for any address, including deleted accounts. Audited.',
    params: userParamsSchema,
    query: personAccessQuerySchema,
    reply: json(personAccessPageSchema),
  }),
  exportPersonAccesses: call('GET', '/api/admin/users/:email/accesses.csv', {
    summary: 'Export documents a person opened or downloaded as CSV',
    description: CSV_DESCRIPTION,
    params: userParamsSchema,
    query: personAccessExportQuerySchema,
    reply: csvFile,
    problems: { 'fresh-sign-in-needed': 403, busy: 503 },
  }),
};
