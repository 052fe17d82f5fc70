import { z } from 'zod';
import { APPROVAL_NOTE_LENGTH, MAX_PICTURE_BYTES } from '../bounds.ts';
import { callsOf, json, written } from '../define-call.ts';
import { RETENTION } from '../retention.ts';
import { PRINTABLE_LINES, recordIdSchema, recordParamsSchema } from '../text.ts';
import { adminPressReleaseSchema } from './press-releases.ts';

const noteSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(APPROVAL_NOTE_LENGTH, `at most ${APPROVAL_NOTE_LENGTH} characters`)
  .regex(PRINTABLE_LINES, 'no control characters')
  .refine((text) => text.isWellFormed(), 'must be valid Unicode');

/** What an admin adds to a question for approval, or to an approval. */
export const approvalNoteSchema = z.strictObject({ note: noteSchema.optional() }).meta({ id: 'ApprovalNote' });
/** What an admin adds to a question for approval, or to an approval. */
export type ApprovalNote = z.infer<typeof approvalNoteSchema>;

/** Why an admin does not approve. */
export const approvalRefusalSchema = z.strictObject({ note: noteSchema }).meta({ id: 'ApprovalRefusal' });
/** Why an admin does not approve. */
export type ApprovalRefusal = z.infer<typeof approvalRefusalSchema>;

/** What an admin takes back. */
export const approvalWithdrawalQuerySchema = z
  .strictObject({
    state: z
      .enum(['asked', 'approved'])
      .optional()
      .describe('what is taken back: refused with 409 when it is another one meanwhile; without it, any'),
  })
  .meta({ id: 'ApprovalWithdrawalQuery' });
/** What an admin takes back. */
export type ApprovalWithdrawalQuery = z.infer<typeof approvalWithdrawalQuerySchema>;

/** How many earlier texts of a press release are kept at most. */
export const MAX_REVISIONS = 100;

/** A text that a press release has, or had. */
export const pressReleaseRevisionSchema = z
  .object({
    number: z.int().describe('of the version that had this text; a later one has a greater number'),
    title: z.string(),
    at: z.iso.datetime().describe('when it was saved'),
    by: z.string().describe('who saved it'),
    state: z
      .enum(['saved', 'scheduled', 'published'])
      .describe('saved: of a draft, or beside what readers saw; published: what readers saw'),
    isCurrent: z.boolean().describe('the text that the release has now'),
  })
  .meta({ id: 'PressReleaseRevision' });
/** A text that a press release has, or had. */
export type PressReleaseRevision = z.infer<typeof pressReleaseRevisionSchema>;

/** The texts of a press release, newest first; the first is the current one. */
export const pressReleaseRevisionsSchema = z.object({
  items: z.array(pressReleaseRevisionSchema).describe(`the current one and at most ${MAX_REVISIONS} earlier ones`),
});
/** The texts of a press release, newest first. */
export type PressReleaseRevisions = z.infer<typeof pressReleaseRevisionsSchema>;

/** A text that a press release has, or had, as a whole. */
export const pressReleaseRevisionTextSchema = z
  .object({ ...pressReleaseRevisionSchema.shape, content: z.string().describe('sanitised HTML') })
  .meta({ id: 'PressReleaseRevisionText' });
/** A text that a press release has, or had, as a whole. */
export type PressReleaseRevisionText = z.infer<typeof pressReleaseRevisionTextSchema>;

/** The address of a text of a press release. */
export const revisionParamsSchema = z.strictObject({
  id: recordIdSchema,
  number: z.string().regex(/^[1-9][0-9]{0,8}$/, 'the number of a revision'),
});
/** The address of a text of a press release. */
export type RevisionParams = z.infer<typeof revisionParamsSchema>;

/** A picture that can stand in a press release. */
export const pictureSchema = z
  .object({
    id: recordIdSchema,
    url: z.string().describe('the address of its largest form: a path of this portal'),
    width: z.number().int().describe('of its largest form, in pixels'),
    height: z.number().int().describe('of its largest form, in pixels'),
  })
  .meta({ id: 'Picture' });
/** A picture that can stand in a press release. */
export type Picture = z.infer<typeof pictureSchema>;

/** The form of an upload, as multipart/form-data. */
export const pictureFormSchema = z
  .strictObject({
    file: z.string().meta({
      format: 'binary',
      description: `one JPEG, PNG or WebP picture of at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB; recognized by its content`,
    }),
  })
  .meta({ id: 'NewPicture' });

/** Which form of a picture is meant. */
export const pictureParamsSchema = z.strictObject({
  id: recordIdSchema,
  width: z.string().regex(/^[1-9]\d{0,3}$/, 'a width in pixels'),
});
/** Which form of a picture is meant. */
export type PictureParams = z.infer<typeof pictureParamsSchema>;

const call = callsOf('press-releases');

const shared = {
  headers: { 'If-Match': 'the ETag of the version that is meant; another version is refused with 412' },
  params: recordParamsSchema,
  reply: json(adminPressReleaseSchema),
  problems: { 'not-found': 404, conflict: 409, 'precondition-failed': 412 },
} as const;

/** The approval of press releases by a second person, where the setting RELEASE_APPROVAL wants it. */
export default {
  askForApproval: call('POST', '/api/admin/press-releases/:id/approval', {
    summary: 'Request approval of the latest text',
    description:
      'The other admins who wrote nothing of it are told, once each by mail. Asked again while it waits, nothing happens. 409 when no other admin could approve it, or readers have this text already.',
    body: approvalNoteSchema,
    ...shared,
  }),
  withdrawApproval: call('DELETE', '/api/admin/press-releases/:id/approval', {
    summary: 'Withdraw a request for approval, or an approval',
    description:
      'An answer changes no version, so `state` says what is taken back: 409 when somebody answered or asked meanwhile.',
    query: approvalWithdrawalQuerySchema,
    ...shared,
  }),
  approvePressRelease: call('POST', '/api/admin/press-releases/:id/approval/approve', {
    summary: 'Approve the latest text',
    description:
      'Exactly this text may then be published, or scheduled for its planned time; an edit ends it, and it counts while who gave it is an admin. 409 for everyone who saved something of it since it was last approved.',
    body: approvalNoteSchema,
    ...shared,
  }),
  declinePressRelease: call('POST', '/api/admin/press-releases/:id/approval/decline', {
    summary: 'Decline the latest text, with a reason',
    body: approvalRefusalSchema,
    ...shared,
  }),
  listPressReleaseRevisions: call('GET', '/api/admin/press-releases/:id/revisions', {
    summary: 'List current and earlier texts of a press release, newest first, without content',
    description: `An earlier text is kept for ${RETENTION.pressReleaseRevisionDays} days. One person's saves within a sitting are one text. Beyond ${MAX_REVISIONS}, texts closest in time are removed first, and published texts last.`,
    params: recordParamsSchema,
    reply: json(pressReleaseRevisionsSchema),
    problems: { 'not-found': 404 },
  }),
  readPressReleaseRevision: call('GET', '/api/admin/press-releases/:id/revisions/:number', {
    summary: 'Read a current or earlier text of a press release',
    params: revisionParamsSchema,
    reply: json(pressReleaseRevisionTextSchema),
    problems: { 'not-found': 404 },
  }),
  restorePressReleaseRevision: call('POST', '/api/admin/press-releases/:id/revisions/:number/restore', {
    summary: 'Restore an earlier title and text',
    description:
      'As if somebody had typed them: a draft holds them at once, a release that is out or planned keeps them beside it as pending. Who may read it, its time and its mails stay as they are. What stood there before is kept.',
    headers: { 'If-Match': 'the ETag of the state that is meant; another state is refused with 412' },
    params: revisionParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  uploadPicture: call('POST', '/api/admin/press-releases/pictures', {
    summary: 'Upload a picture for a press release',
    description:
      'It is converted to AVIF, WebP and JPEG in a few widths, without what its file says of place, time and camera; the file itself is not kept. Put it into a text as an img element with its address and an alternative text. A picture is removed 30 to 60 days after no text shows it any more.',
    form: pictureFormSchema,
    reply: json(pictureSchema, 201),
    problems: {
      'request-timeout': 408,
      'quota-exceeded': 409,
      'too-large': 413,
      'unsupported-media-type': 415,
      'rate-limited': 429,
      busy: 503,
    },
  }),
  readPicture: call('GET', '/api/press-releases/pictures/:id/:width', {
    summary: 'Read a picture of a press release you can read',
    params: pictureParamsSchema,
    isHandedOut: true,
    headers: {
      Accept: 'image/avif, image/webp: without either a JPEG is sent',
      'If-None-Match': 'the ETag of what is there already, answered with 304',
    },
    reply: written(['image/avif', 'image/webp', 'image/jpeg'], 'The picture; unchanged: 304'),
    problems: { 'not-found': 404, 'rate-limited': 429, busy: 503 },
  }),
};
