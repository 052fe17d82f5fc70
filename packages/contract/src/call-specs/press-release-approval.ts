import {
  approvalNoteSchema,
  approvalRefusalSchema,
  approvalWithdrawalQuerySchema,
} from '../api/press-release-approval.ts';
import { adminPressReleaseSchema } from '../api/press-releases.ts';
import { recordParamsSchema } from '../api/text.ts';
import {
  approvePressRelease,
  askForApproval,
  declinePressRelease,
  withdrawApproval,
} from '../calls/press-release-approval.ts';
import { json, specsOf } from './spec.ts';

const spec = specsOf('press-releases');

const shared = {
  headers: { 'If-Match': 'the ETag of the version that is meant; another version is refused with 412' },
  params: recordParamsSchema,
  reply: json(adminPressReleaseSchema),
  problems: { 'not-found': 404, conflict: 409, 'precondition-failed': 412 },
} as const;

/** The approval of press releases by a second person, where the setting RELEASE_APPROVAL wants it. */
export const pressReleaseApprovalSpecs = [
  spec(askForApproval, {
    summary: 'Ask for approval of what was written last',
    description:
      'The other admins who wrote nothing of it are told, once each by mail. Asked again while it waits, nothing happens. 409 when nobody is left who could approve it, or readers have this text already.',
    body: approvalNoteSchema,
    ...shared,
  }),
  spec(withdrawApproval, {
    summary: 'Take a question for approval, or an approval, back',
    description:
      'An answer changes no version, so `state` says what is taken back: 409 when somebody answered or asked meanwhile.',
    query: approvalWithdrawalQuerySchema,
    ...shared,
  }),
  spec(approvePressRelease, {
    summary: 'Approve what was written last',
    description:
      'Exactly this text may then be published, or scheduled for its planned time; an edit ends it, and it counts while who gave it is an admin. 409 for whoever saved something of it since it was last approved.',
    body: approvalNoteSchema,
    ...shared,
  }),
  spec(declinePressRelease, {
    summary: 'Do not approve what was written last, and say why',
    body: approvalRefusalSchema,
    ...shared,
  }),
];
