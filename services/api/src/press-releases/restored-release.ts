import { listFieldsOf } from './list-fields.ts';
import { type PressReleaseRecord, statusOf } from './model.ts';
import { changeBetween } from './release-change.ts';

/**
 * Returns a deleted release as it comes back: out under its date when it was out, planned when its time is still to come,
 * else a draft; no mail goes out for it that had not before. Its version is newer than any that was seen.
 */
export function restoredRelease({ date, ...record }: PressReleaseRecord, now: Date): PressReleaseRecord {
  const wasOut = record.status === 'published';
  const state = date !== undefined && (wasOut || date > now) ? { date } : {};
  const mailing = record.mailing === 'wanted' && (wasOut || state.date === undefined) ? 'none' : record.mailing;
  return {
    ...record,
    ...state,
    mailing,
    sendEmail: mailing === 'none' ? false : record.sendEmail,
    status: statusOf(state, now),
    version: record.version + 2,
    updatedAt: now,
    ...listFieldsOf({ title: record.title, author: record.author, ...state }),
    lastChange: changeBetween(undefined, { target: record.target, ...state }, now),
  };
}
