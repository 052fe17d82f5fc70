import {
  adminPressReleaseListQuerySchema,
  adminPressReleasePageSchema,
  adminPressReleaseSchema,
  newPressReleaseSchema,
  pressReleaseChangeSchema,
  pressReleaseExportQuerySchema,
  pressReleaseListQuerySchema,
  pressReleasePageSchema,
  pressReleaseSchema,
  pressReleaseTextSchema,
} from '../api/press-releases.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  changePressRelease,
  deletePressRelease,
  discardPressReleaseText,
  exportPressReleases,
  listAllPressReleases,
  listPressReleases,
  readPressRelease,
  readPressReleaseFeed,
  readPressReleaseState,
  savePressReleaseText,
  sendTestMail,
  startPressReleaseDraft,
  writePressRelease,
} from '../calls/press-releases.ts';
import { KEY_HEADER, KEY_PROBLEMS } from './idempotency.ts';
import { CSV_DESCRIPTION, csvFile, empty, json, SEARCH_DESCRIPTION, specsOf, written } from './spec.ts';

const spec = specsOf('press-releases');

/** The longest content, where every character may take several bytes. */
const MAX_BODY_BYTES = 1024 * 1024;
const IF_MATCH = { 'If-Match': 'the ETag of the state that is meant; another state is refused with 412' };

/** Press releases. */
export const pressReleaseSpecs = [
  spec(listPressReleases, {
    summary: 'Published press releases for a target, newest first',
    query: pressReleaseListQuerySchema,
    reply: json(pressReleasePageSchema),
    problems: { forbidden: 403, 'not-signed-in': 401 },
  }),
  spec(readPressReleaseFeed, {
    summary: 'The Atom feed of the public press releases',
    isHandedOut: true,
    reply: written(['application/atom+xml'], 'The feed; unchanged: 304'),
  }),
  spec(readPressRelease, {
    summary: 'One press release; an admin gets drafts and scheduled ones too, with all that belongs to them',
    params: recordParamsSchema,
    reply: json(adminPressReleaseSchema.or(pressReleaseSchema)),
    problems: { 'not-found': 404 },
  }),
  spec(listAllPressReleases, {
    summary: 'All press releases, drafts and scheduled ones included, by default the one written last first',
    description: SEARCH_DESCRIPTION,
    query: adminPressReleaseListQuerySchema,
    reply: json(adminPressReleasePageSchema),
  }),
  spec(exportPressReleases, {
    summary: 'All press releases as a file for a spreadsheet, without their texts',
    description: CSV_DESCRIPTION,
    query: pressReleaseExportQuerySchema,
    reply: csvFile,
    problems: { busy: 503 },
  }),
  spec(readPressReleaseState, {
    summary: 'One press release, and how its mails are doing',
    params: recordParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404 },
  }),
  spec(writePressRelease, {
    summary: 'Write a press release',
    description:
      'Without a status it is published now, or at publishAt; where a second person approves, only a draft can be written.',
    headers: KEY_HEADER,
    body: newPressReleaseSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema, 201),
    problems: { ...KEY_PROBLEMS, 'approval-needed': 409 },
  }),
  spec(changePressRelease, {
    summary: 'Change fields of a press release',
    headers: IF_MATCH,
    params: recordParamsSchema,
    body: pressReleaseChangeSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'approval-needed': 409, 'precondition-failed': 412 },
  }),
  spec(startPressReleaseDraft, {
    summary: 'Start a draft with what is written so far; nothing in it need be whole',
    headers: KEY_HEADER,
    body: pressReleaseTextSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema, 201),
    problems: KEY_PROBLEMS,
  }),
  spec(savePressReleaseText, {
    summary: 'Save what is written so far',
    description:
      'A draft holds it at once. A release that is out or planned stays as it is for its readers: the text is kept beside it as pending until a change of title, text or target is sent.',
    headers: IF_MATCH,
    params: recordParamsSchema,
    body: pressReleaseTextSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  spec(discardPressReleaseText, {
    summary: 'Remove the changes of a press release that are not published',
    headers: IF_MATCH,
    params: recordParamsSchema,
    reply: json(adminPressReleaseSchema),
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  spec(deletePressRelease, {
    summary: 'Delete a press release',
    headers: IF_MATCH,
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404, 'precondition-failed': 412 },
  }),
  spec(sendTestMail, {
    summary: 'Send a press release to yourself, to see how the mail looks',
    params: recordParamsSchema,
    reply: empty,
    problems: { 'not-found': 404 },
  }),
];
