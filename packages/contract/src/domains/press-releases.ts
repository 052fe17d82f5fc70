import { z } from 'zod';
import { RELEASE_CONTENT_LENGTH } from '../bounds.ts';
import { CSV_DESCRIPTION, callsOf, csvFile, empty, json, KEY_HEADER, KEY_PROBLEMS, written } from '../define-call.ts';
import { groupSchema, itemGroupsSchema, pageFields, pageOf, searchOf, sortOf, timeZoneSchema } from '../fields.ts';
import { isSeenOrEmpty, lineOf, PRINTABLE_LINE, recordIdSchema, recordParamsSchema, SEEN_WANTED } from '../text.ts';

/** How far the approval of what was written last has come. */
export type PressReleaseApproval = z.infer<typeof pressReleaseApprovalSchema>;

/** How far the approval of what was written last has come. */
export const pressReleaseApprovalSchema = z
  .object({
    state: z
      .enum(['none', 'asked', 'approved', 'declined', 'outdated'])
      .describe('approved: it may appear exactly so; outdated: it was changed after it had been approved'),
    writers: z.array(z.string()).describe('who saved something since it was last approved: they cannot approve it'),
    askedBy: z.string().optional(),
    askedAt: z.iso.datetime().optional(),
    by: z.string().optional().describe('who answered last'),
    at: z.iso.datetime().optional(),
    note: z.string().optional().describe('of the question, or of its answer'),
  })
  .meta({ id: 'PressReleaseApproval' });
/** Whom a press release is for. */
export const pressReleaseTargetSchema = z.enum(['public', 'investors']).meta({ id: 'PressReleaseTarget' });
/** Whom a press release is for. */
export type PressReleaseTarget = z.infer<typeof pressReleaseTargetSchema>;

/** How far a press release has come. A scheduled one is published at its date, on every path at once. */
export const pressReleaseStatusSchema = z.enum(['draft', 'scheduled', 'published']).meta({ id: 'PressReleaseStatus' });
/** How far a press release has come. */
export type PressReleaseStatus = z.infer<typeof pressReleaseStatusSchema>;

/** A press release as its readers get it. */
export const pressReleaseSchema = z
  .object({
    id: recordIdSchema,
    title: z.string(),
    content: z.string().describe('sanitised HTML'),
    date: z.iso.datetime(),
    updated: z.iso.datetime().optional().describe('when its readers got it changed, after its date'),
    target: z.array(pressReleaseTargetSchema),
  })
  .meta({ id: 'PressRelease' });
/** A press release as its readers get it. */
export type PressRelease = z.infer<typeof pressReleaseSchema>;

/** How the mails of a press release are doing; a mail counts while the outbox remembers it. */
export const pressReleaseMailsSchema = z
  .object({
    recipients: z.number().int(),
    sent: z.number().int(),
    waiting: z.number().int(),
    failed: z.number().int(),
  })
  .meta({ id: 'PressReleaseMails' });
/** How the mails of a press release are doing. */
export type PressReleaseMails = z.infer<typeof pressReleaseMailsSchema>;

/** Changes of a press release that is out or planned: its readers get them when it is published again. */
export const pendingPressReleaseSchema = z
  .object({
    title: z.string(),
    content: z.string().describe('sanitised HTML'),
    target: z.array(pressReleaseTargetSchema),
    groups: z.array(groupSchema).optional(),
    sendEmail: z.boolean(),
    publishAt: z.iso.datetime().nullable(),
    timeZone: z.string().optional().describe('IANA time zone of publishAt as entered'),
    savedAt: z.iso.datetime(),
    savedBy: z.string(),
  })
  .meta({ id: 'PendingPressRelease' });
/** Changes of a press release that is out or planned. */
export type PendingPressRelease = z.infer<typeof pendingPressReleaseSchema>;

/** A press release as an admin works with it. */
export const adminPressReleaseSchema = z
  .object({
    ...pressReleaseSchema.shape,
    groups: z.array(groupSchema).optional().describe('where it is for people in one of these alone'),
    date: z.iso.datetime().nullable().describe('when it is or will be published; null for a draft'),
    status: pressReleaseStatusSchema,
    publishAt: z.iso.datetime().nullable().describe('the time that is planned, or was'),
    timeZone: z.string().optional().describe('IANA time zone of publishAt as entered; absent: unknown'),
    sendEmail: z.boolean().describe('subscribers get it by mail when it is published'),
    mailing: z
      .enum(['none', 'wanted', 'queued'])
      .describe('queued: its mails are in the outbox, and are not made again'),
    recipients: z.number().int().describe('number of recipients of its mails'),
    sentToEmail: z.boolean().describe('at least one mail was sent'),
    emailSentDate: z.iso.datetime().nullable().describe('when the latest mail has left'),
    author: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    changedBy: z.string().optional().describe('who changed it last'),
    approval: pressReleaseApprovalSchema.optional().describe('only where a second person approves'),
    pending: pendingPressReleaseSchema.optional().describe('changes that are not published'),
    etag: z.string().describe('for If-Match'),
    mails: pressReleaseMailsSchema.optional().describe('when one release is asked for'),
  })
  .meta({ id: 'AdminPressRelease' });
/** A press release as an admin works with it. */
export type AdminPressRelease = z.infer<typeof adminPressReleaseSchema>;

/** One page of press releases, newest first. */
export const pressReleasePageSchema = pageOf(pressReleaseSchema);
/** One page of press releases. */
export type PressReleasePage = z.infer<typeof pressReleasePageSchema>;

/** One page of press releases for admins, the one written last first. */
export const adminPressReleasePageSchema = pageOf(adminPressReleaseSchema);
/** One page of press releases for admins. */
export type AdminPressReleasePage = z.infer<typeof adminPressReleasePageSchema>;

const pressReleaseFields = {
  title: lineOf(200),
  content: z
    .string()
    .min(1, 'must not be empty')
    .max(RELEASE_CONTENT_LENGTH, `at most ${RELEASE_CONTENT_LENGTH} characters`)
    .describe('HTML; disallowed markup is removed'),
  target: z
    .array(pressReleaseTargetSchema)
    .min(1, 'at least one target')
    .refine((targets) => new Set(targets).size === targets.length, 'each target once'),
  groups: itemGroupsSchema,
  publishAt: z.iso
    .datetime({ offset: true, error: 'a date and time of ISO 8601 with its time zone' })
    .nullable()
    .describe('a time in the future: it appears then; without one it appears now'),
  timeZone: timeZoneSchema.nullable().describe('IANA time zone of publishAt as entered; null: unknown'),
  sendEmail: z.boolean(),
  status: pressReleaseStatusSchema.describe('draft: it is kept and not shown; published: it appears now'),
};

/** What an admin sends to write a press release. */
export const newPressReleaseSchema = z
  .strictObject({
    title: pressReleaseFields.title,
    content: pressReleaseFields.content,
    target: pressReleaseFields.target,
    groups: pressReleaseFields.groups.optional(),
    publishAt: pressReleaseFields.publishAt.optional(),
    timeZone: pressReleaseFields.timeZone.optional(),
    sendEmail: pressReleaseFields.sendEmail.optional(),
    status: pressReleaseFields.status.optional(),
  })
  .meta({ id: 'NewPressRelease' });
/** What an admin sends to write a press release. */
export type NewPressRelease = z.input<typeof newPressReleaseSchema>;

/** What an admin sends to change a press release: the fields that change. */
export const pressReleaseChangeSchema = z
  .strictObject(pressReleaseFields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing is changed')
  .meta({ id: 'PressReleaseChange' });
/** What an admin sends to change a press release. */
export type PressReleaseChange = z.input<typeof pressReleaseChangeSchema>;

/** What an admin sends to save a press release as it is being written, whole or not. */
export const pressReleaseTextSchema = z
  .strictObject({
    title: z
      .string()
      .trim()
      .max(200, 'at most 200 characters')
      .regex(PRINTABLE_LINE, 'one line, no control characters')
      .refine((text) => text.isWellFormed(), 'must be valid Unicode')
      .refine(isSeenOrEmpty, SEEN_WANTED),
    content: z
      .string()
      .max(RELEASE_CONTENT_LENGTH, `at most ${RELEASE_CONTENT_LENGTH} characters`)
      .describe('HTML; disallowed markup is removed'),
    target: z
      .array(pressReleaseTargetSchema)
      .refine((targets) => new Set(targets).size === targets.length, 'each target once'),
    groups: pressReleaseFields.groups.optional(),
    sendEmail: pressReleaseFields.sendEmail,
    publishAt: pressReleaseFields.publishAt.describe(
      'the time that is planned; nothing appears by it before it is scheduled',
    ),
    timeZone: pressReleaseFields.timeZone.optional(),
  })
  .meta({ id: 'PressReleaseText' });
/** What an admin sends to save a press release as it is being written. */
export type PressReleaseText = z.infer<typeof pressReleaseTextSchema>;

/** The query of the list of press releases. */
export const pressReleaseListQuerySchema = z.strictObject({
  target: pressReleaseTargetSchema.optional().describe('public by default'),
  ...pageFields,
});
/** The query of the list of press releases. */
export type PressReleaseListQuery = z.infer<typeof pressReleaseListQuerySchema>;

/** By what the admins' list of press releases can be ordered. */
const RELEASE_ORDERS = ['title', 'date', 'author', 'createdAt', 'updatedAt'] as const;
/** What the admins' list of press releases is ordered by. */
export type PressReleaseOrder = (typeof RELEASE_ORDERS)[number];

const pressReleaseSortSchema = sortOf(RELEASE_ORDERS).meta({ id: 'PressReleaseSort' });
/** The order of the admins' list of press releases; with a `-` before it the other way round. */
export type PressReleaseSort = z.infer<typeof pressReleaseSortSchema>;

/** Which press releases are wanted: the fields that the admins' list and the export have in common. */
const pressReleaseFilterFields = {
  search: searchOf(200)
    .optional()
    .describe(
      'words, each of which is part of the title or of the author; shorter than 3 characters the start of a word',
    ),
  sort: pressReleaseSortSchema.optional().describe('by default -createdAt; drafts have the latest date'),
  status: pressReleaseStatusSchema.optional().describe('only those that have come so far'),
  approval: z.literal('asked').optional().describe('only those that wait for approval'),
};

/** Which press releases an export has; in which order. */
export const pressReleaseExportQuerySchema = z.strictObject(pressReleaseFilterFields);
/** Which press releases an export has. */
export type PressReleaseExportQuery = z.infer<typeof pressReleaseExportQuerySchema>;

/** The query of the admins' list of press releases. */
export const adminPressReleaseListQuerySchema = z.strictObject({
  ...pressReleaseFilterFields,
  ...pageFields,
});
/** The query of the admins' list of press releases. */
export type AdminPressReleaseListQuery = z.infer<typeof adminPressReleaseListQuerySchema>;

const call = callsOf('press-releases');

/** The longest content, where every character may take several bytes. */
const MAX_BODY_BYTES = 1024 * 1024;
const IF_MATCH = { 'If-Match': 'the ETag of the state that is meant; another state is refused with 412' };

/** Press releases. */
export default {
  listPressReleases: call('GET', '/api/press-releases', {
    summary: 'List published press releases for an audience, newest first',
    query: pressReleaseListQuerySchema,
    reply: json(pressReleasePageSchema),
    problems: { forbidden: 403, 'not-signed-in': 401 },
  }),
  readPressReleaseFeed: call('GET', '/api/press-releases/feed.xml', {
    summary: 'Read the Atom feed of public press releases',
    isHandedOut: true,
    reply: written(['application/atom+xml'], 'The feed; unchanged: 304'),
  }),
  readPressRelease: call('GET', '/api/press-releases/:id', {
    summary: 'Read a press release; admins also get drafts and scheduled ones, with their state',
    params: recordParamsSchema,
    reply: json(adminPressReleaseSchema.or(pressReleaseSchema)),
    problems: { 'not-found': 404 },
  }),
  listAllPressReleases: call('GET', '/api/admin/press-releases', {
    summary: 'List all press releases with drafts and scheduled ones, by default latest first',
    query: adminPressReleaseListQuerySchema,
    reply: json(adminPressReleasePageSchema),
  }),
  exportPressReleases: call('GET', '/api/admin/press-releases.csv', {
    summary: 'Export all press releases as CSV, without texts',
    description: CSV_DESCRIPTION,
    query: pressReleaseExportQuerySchema,
    reply: csvFile,
    problems: { busy: 503 },
  }),
  readPressReleaseState: call('GET', '/api/admin/press-releases/:id', {
    summary: 'Read a press release with the state of its mails',
    params: recordParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404 },
  }),
  writePressRelease: call('POST', '/api/admin/press-releases', {
    summary: 'Create a press release',
    description:
      'Without a status it is published now, or at publishAt; where a second person approves, only a draft can be written.',
    headers: KEY_HEADER,
    body: newPressReleaseSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema, 201),
    problems: { ...KEY_PROBLEMS, 'approval-needed': 409 },
  }),
  changePressRelease: call('PATCH', '/api/admin/press-releases/:id', {
    summary: 'Change fields of a press release',
    headers: IF_MATCH,
    params: recordParamsSchema,
    body: pressReleaseChangeSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'approval-needed': 409, 'precondition-failed': 412 },
  }),
  startPressReleaseDraft: call('POST', '/api/admin/press-releases/drafts', {
    summary: 'Start a draft; any field may be incomplete',
    headers: KEY_HEADER,
    body: pressReleaseTextSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema, 201),
    problems: KEY_PROBLEMS,
  }),
  savePressReleaseText: call('PUT', '/api/admin/press-releases/:id/text', {
    summary: 'Save the text of a draft',
    description:
      'A draft holds it at once. A release that is out or planned stays as it is for its readers: the text is kept beside it as pending until a change of title, text or target is sent.',
    headers: IF_MATCH,
    params: recordParamsSchema,
    body: pressReleaseTextSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  discardPressReleaseText: call('DELETE', '/api/admin/press-releases/:id/text', {
    summary: 'Discard unpublished changes of a press release',
    headers: IF_MATCH,
    params: recordParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  deletePressRelease: call('DELETE', '/api/admin/press-releases/:id', {
    summary: 'Delete a press release',
    headers: IF_MATCH,
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  sendTestMail: call('POST', '/api/admin/press-releases/:id/test-mail', {
    summary: 'Send yourself a test mail of a press release',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
};
