import { createHash } from 'node:crypto';
import type { AdminPressRelease, PendingPressRelease, PressRelease, PressReleaseApproval } from '@cytocomm/contract';
import type { Request } from 'express';
import { ApiError, invalidFields } from '../../platform/calls/problem.ts';
import { groupsOf } from '../../platform/calls/readers.ts';
import { ifMatchHolds } from '../../platform/http/conditions.ts';
import { type ApprovalRule, writersOf } from './approval/rule.ts';
import { type PressReleaseRecord, statusOf, targetsOf } from './model.ts';
import { withWidths } from './pictures/texts.ts';

/** Returns the entity tag for admins, which changes with pending text, too. */
export function etagOf(record: Pick<PressReleaseRecord, '_id' | 'version'>): string {
  return `"${String(record._id)}-${record.version}"`;
}

/** Presents a release to readers. */
export function presentPressRelease(record: PressReleaseRecord): PressRelease {
  const { date, correctedAt } = record;
  return {
    id: String(record._id),
    title: record.title,
    content: withWidths(record.content),
    date: (date ?? record.createdAt).toISOString(),
    ...(date !== undefined &&
      correctedAt !== undefined &&
      correctedAt > date && { updated: correctedAt.toISOString() }),
    target: [...targetsOf(record)],
  };
}

/** Returns the entity tag for readers, which does not change with pending text. */
export function readersEtagOf(record: PressReleaseRecord): string {
  const seen = createHash('sha256')
    .update(JSON.stringify(presentPressRelease(record)))
    .digest('base64url');
  return `"${seen}"`;
}

/** Returns the groups of a stored target, if any. */
function presentGroups(target: readonly string[]) {
  const groups = groupsOf(target);
  return groups.length > 0 ? { groups: [...groups] } : {};
}

/** Returns the readers of a release for the audit trail. */
export function readersDetail(record: Pick<PressReleaseRecord, 'target'>) {
  const groups = groupsOf(record.target);
  return { target: targetsOf(record).join(', '), ...(groups.length > 0 && { groups: groups.join(', ') }) };
}

function presentPending({
  target,
  publishAt,
  savedAt,
  pictures: _,
  ...text
}: NonNullable<PressReleaseRecord['pending']>): PendingPressRelease {
  return {
    ...text,
    target: [...targetsOf({ target })],
    ...presentGroups(target),
    publishAt: publishAt?.toISOString() ?? null,
    savedAt: savedAt.toISOString(),
  };
}

function presentApproval(record: PressReleaseRecord): PressReleaseApproval {
  const { state = 'none', askedBy, askedAt, by, at, note } = record.approval ?? {};
  return {
    state,
    writers: [...writersOf(record)],
    ...(askedBy !== undefined && { askedBy }),
    ...(askedAt !== undefined && { askedAt: askedAt.toISOString() }),
    ...(by !== undefined && { by }),
    ...(at !== undefined && { at: at.toISOString() }),
    ...(note !== undefined && { note }),
  };
}

/** Presents a release to admins. */
export function presentAdminPressRelease(
  record: PressReleaseRecord,
  now: Date,
  { isNeeded }: Pick<ApprovalRule, 'isNeeded'>,
): AdminPressRelease {
  return {
    ...presentPressRelease(record),
    content: record.content,
    ...presentGroups(record.target),
    date: record.date?.toISOString() ?? null,
    status: statusOf(record, now),
    publishAt: record.publishAt?.toISOString() ?? null,
    ...(record.timeZone === undefined ? {} : { timeZone: record.timeZone }),
    sendEmail: record.sendEmail,
    mailing: record.mailing === 'wanted-in-groups' ? 'wanted' : record.mailing,
    recipients: record.recipients,
    sentToEmail: record.sentToEmail,
    emailSentDate: record.emailSentDate?.toISOString() ?? null,
    author: record.author,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.changedBy === undefined ? {} : { changedBy: record.changedBy }),
    ...(record.pending === undefined ? {} : { pending: presentPending(record.pending) }),
    ...(isNeeded && { approval: presentApproval(record) }),
    etag: etagOf(record),
  };
}

/** Returns the 412 of a change meant for an earlier version. */
function versionConflict(record: PressReleaseRecord): ApiError {
  const detail = 'Somebody else just changed this press release. Your change was not saved.';
  return new ApiError(412, 'precondition-failed', detail, { headers: { ETag: etagOf(record) } });
}

/** Throws 412 if `ifMatch` names another version than the stored one. */
export function assertIfMatch(ifMatch: string | undefined, record: PressReleaseRecord): void {
  if (ifMatch !== undefined && !ifMatchHolds(ifMatch, etagOf(record))) throw versionConflict(record);
}

/** Returns the required If-Match header. Throws 400 without one. */
export function requiredIfMatch(req: Request): string {
  const ifMatch = req.headers['if-match'];
  if (ifMatch !== undefined) return ifMatch;
  throw invalidFields([{ path: 'header.If-Match', message: 'the ETag of the version that was changed' }]);
}
