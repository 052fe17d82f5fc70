import { writersOfWithdrawn } from './approval/after-edit.ts';
import type { ApprovalRule } from './approval/rule.ts';
import { listFieldsOf } from './list-fields.ts';
import { MAILS_WANTED, type PressReleaseRecord, statusOf } from './model.ts';
import { changeBetween } from './release-change.ts';

/**
 * Returns a deleted release as it comes back: out under its date when it was out, planned when its time is still to come,
 * else a draft; no mail goes out for it that had not before. What was asked about it is forgotten, and where a
 * second person approves, what nobody approved is a draft. Its version is newer than any that was seen.
 */
export function restoredRelease(
  { date, approval: _, unapprovedWriters, ...record }: PressReleaseRecord,
  now: Date,
  { isNeeded }: Pick<ApprovalRule, 'isNeeded'>,
): PressReleaseRecord {
  const unapproved = unapprovedWriters === undefined ? {} : { unapprovedWriters };
  const wasOut = record.status === 'published';
  const isPlanned = date !== undefined && date > now && !(isNeeded && record.approved === undefined);
  const state = date !== undefined && (wasOut || isPlanned) ? { date } : {};
  const mailing =
    MAILS_WANTED.some((wanted) => wanted === record.mailing) && (wasOut || state.date === undefined)
      ? 'none'
      : record.mailing;
  return {
    ...record,
    ...state,
    // Who takes back a draft cannot approve alone what another had written.
    ...(state.date === undefined
      ? { writers: writersOfWithdrawn({ ...record, ...unapproved, ...(date && { date }) }, '') }
      : unapproved),
    mailing,
    sendEmail: mailing === 'none' ? false : record.sendEmail,
    status: statusOf(state, now),
    version: record.version + 2,
    updatedAt: now,
    ...listFieldsOf({ title: record.title, author: record.author, ...state }),
    lastChange: changeBetween(undefined, { target: record.target, ...state }, now),
  };
}
