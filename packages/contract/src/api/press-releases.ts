import { z } from 'zod';
import { groupSchema, itemGroupsSchema } from '../groups.ts';
import { RELEASE_CONTENT_LENGTH } from '../press-release-bounds.ts';
import { pageFields, pageOf, searchOf, sortOf } from './paging.ts';
import { releaseApprovalSchema } from './release-approval.ts';
import { isSeenOrEmpty, lineOf, PRINTABLE_LINE, recordIdSchema, SEEN_WANTED } from './text.ts';
import { timeZoneSchema } from './time-zone.ts';

/** Whom a press release is for. */
export const releaseTargetSchema = z.enum(['public', 'investors']).meta({ id: 'ReleaseTarget' });
/** Whom a press release is for. */
export type ReleaseTarget = z.infer<typeof releaseTargetSchema>;

/** How far a press release has come. A scheduled one is published at its date, on every path at once. */
export const releaseStatusSchema = z.enum(['draft', 'scheduled', 'published']).meta({ id: 'ReleaseStatus' });
/** How far a press release has come. */
export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

/** A press release as its readers get it. */
export const pressReleaseSchema = z
  .object({
    id: recordIdSchema,
    title: z.string(),
    content: z.string().describe('sanitised HTML'),
    date: z.iso.datetime(),
    updated: z.iso.datetime().optional().describe('when its readers got it changed, after its date'),
    target: z.array(releaseTargetSchema),
  })
  .meta({ id: 'PressRelease' });
/** A press release as its readers get it. */
export type PressRelease = z.infer<typeof pressReleaseSchema>;

/** How the mails of a press release are doing; a mail counts while the outbox remembers it. */
export const releaseMailsSchema = z
  .object({
    recipients: z.number().int(),
    sent: z.number().int(),
    waiting: z.number().int(),
    failed: z.number().int(),
  })
  .meta({ id: 'ReleaseMails' });
/** How the mails of a press release are doing. */
export type ReleaseMails = z.infer<typeof releaseMailsSchema>;

/** Changes of a press release that is out or planned: its readers get them when it is published again. */
export const pendingReleaseSchema = z
  .object({
    title: z.string(),
    content: z.string().describe('sanitised HTML'),
    target: z.array(releaseTargetSchema),
    groups: z.array(groupSchema).optional(),
    sendEmail: z.boolean(),
    publishAt: z.iso.datetime().nullable(),
    timeZone: z.string().optional().describe('by whose clocks publishAt was entered'),
    savedAt: z.iso.datetime(),
    savedBy: z.string(),
  })
  .meta({ id: 'PendingRelease' });
/** Changes of a press release that is out or planned. */
export type PendingRelease = z.infer<typeof pendingReleaseSchema>;

/** A press release as an admin works with it. */
export const adminPressReleaseSchema = z
  .object({
    ...pressReleaseSchema.shape,
    groups: z.array(groupSchema).optional().describe('where it is for people in one of these alone'),
    date: z.iso.datetime().nullable().describe('when it is or will be published; null for a draft'),
    status: releaseStatusSchema,
    publishAt: z.iso.datetime().nullable().describe('the time that is planned, or was'),
    timeZone: z.string().optional().describe('by whose clocks publishAt was entered; absent: nobody said so'),
    sendEmail: z.boolean().describe('subscribers get it by mail when it is published'),
    mailing: z
      .enum(['none', 'wanted', 'queued'])
      .describe('queued: its mails are in the outbox, and are not made again'),
    recipients: z.number().int().describe('how many people its mails were made for'),
    sentToEmail: z.boolean().describe('at least one mail has left'),
    emailSentDate: z.iso.datetime().nullable().describe('when the latest mail has left'),
    author: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    changedBy: z.string().optional().describe('who changed it last'),
    approval: releaseApprovalSchema.optional().describe('only where a second person approves'),
    pending: pendingReleaseSchema.optional().describe('changes that are not published'),
    etag: z.string().describe('for If-Match'),
    mails: releaseMailsSchema.optional().describe('when one release is asked for'),
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

const releaseFields = {
  title: lineOf(200),
  content: z
    .string()
    .min(1, 'must not be empty')
    .max(RELEASE_CONTENT_LENGTH, `at most ${RELEASE_CONTENT_LENGTH} characters`)
    .describe('HTML; what is not allowed is taken out'),
  target: z
    .array(releaseTargetSchema)
    .min(1, 'at least one target')
    .refine((targets) => new Set(targets).size === targets.length, 'each target once'),
  groups: itemGroupsSchema,
  publishAt: z.iso
    .datetime({ offset: true, error: 'a date and time of ISO 8601 with its time zone' })
    .nullable()
    .describe('a time in the future: it appears then; without one it appears now'),
  timeZone: timeZoneSchema
    .nullable()
    .describe('by whose clocks publishAt was entered, as the IANA database names it; null: nobody says so'),
  sendEmail: z.boolean(),
  status: releaseStatusSchema.describe('draft: it is kept and not shown; published: it appears now'),
};

/** What an admin sends to write a press release. */
export const newPressReleaseSchema = z
  .strictObject({
    title: releaseFields.title,
    content: releaseFields.content,
    target: releaseFields.target,
    groups: releaseFields.groups.optional(),
    publishAt: releaseFields.publishAt.optional(),
    timeZone: releaseFields.timeZone.optional(),
    sendEmail: releaseFields.sendEmail.optional(),
    status: releaseFields.status.optional(),
  })
  .meta({ id: 'NewPressRelease' });
/** What an admin sends to write a press release. */
export type NewPressRelease = z.input<typeof newPressReleaseSchema>;

/** What an admin sends to change a press release: the fields that change. */
export const pressReleaseChangeSchema = z
  .strictObject(releaseFields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing is changed')
  .meta({ id: 'PressReleaseChange' });
/** What an admin sends to change a press release. */
export type PressReleaseChange = z.input<typeof pressReleaseChangeSchema>;

/** What an admin sends to save a press release as it is being written, whole or not. */
export const releaseTextSchema = z
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
      .describe('HTML; what is not allowed is taken out'),
    target: z
      .array(releaseTargetSchema)
      .refine((targets) => new Set(targets).size === targets.length, 'each target once'),
    groups: releaseFields.groups.optional(),
    sendEmail: releaseFields.sendEmail,
    publishAt: releaseFields.publishAt.describe(
      'the time that is planned; nothing appears by it before it is scheduled',
    ),
    timeZone: releaseFields.timeZone.optional(),
  })
  .meta({ id: 'ReleaseText' });
/** What an admin sends to save a press release as it is being written. */
export type ReleaseText = z.infer<typeof releaseTextSchema>;

/** The query of the list of press releases. */
export const pressReleaseListQuerySchema = z.strictObject({
  target: releaseTargetSchema.optional().describe('public by default'),
  ...pageFields,
});
/** The query of the list of press releases. */
export type PressReleaseListQuery = z.infer<typeof pressReleaseListQuerySchema>;

/** By what the admins' list of press releases can be ordered. */
const RELEASE_ORDERS = ['title', 'date', 'author', 'createdAt', 'updatedAt'] as const;
/** What the admins' list of press releases is ordered by. */
export type PressReleaseOrder = (typeof RELEASE_ORDERS)[number];

const releaseSortSchema = sortOf(RELEASE_ORDERS).meta({ id: 'PressReleaseSort' });
/** The order of the admins' list of press releases; with a `-` before it the other way round. */
export type PressReleaseSort = z.infer<typeof releaseSortSchema>;

/** Which press releases are wanted: the fields that the admins' list and the export have in common. */
const releaseFilterFields = {
  search: searchOf(200)
    .optional()
    .describe(
      'words, each of which is part of the title or of the author; shorter than 3 characters the start of a word',
    ),
  sort: releaseSortSchema.optional().describe('by default -createdAt; drafts have the latest date'),
  status: releaseStatusSchema.optional().describe('only those that have come so far'),
  approval: z.literal('asked').optional().describe('only those that wait for approval'),
};

/** Which press releases an export has; in which order. */
export const pressReleaseExportQuerySchema = z.strictObject(releaseFilterFields);
/** Which press releases an export has. */
export type PressReleaseExportQuery = z.infer<typeof pressReleaseExportQuerySchema>;

/** The query of the admins' list of press releases. */
export const adminPressReleaseListQuerySchema = z.strictObject({
  ...releaseFilterFields,
  ...pageFields,
});
/** The query of the admins' list of press releases. */
export type AdminPressReleaseListQuery = z.infer<typeof adminPressReleaseListQuerySchema>;
