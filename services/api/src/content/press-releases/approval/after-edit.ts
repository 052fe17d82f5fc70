import type { PressReleaseRecord } from '../model.ts';
import { type ApprovedText, isSameText, lastText } from './text.ts';

const unique = (people: readonly string[]) => [...new Set(people.filter((person) => person !== ''))];

/** Returns who saved something of what was written last since it was approved; they cannot approve it. */
export function writersOf(record: PressReleaseRecord): readonly string[] {
  if (record.writers !== undefined) return record.writers;
  // A record of an earlier version of the portal.
  if (record.pending !== undefined) return unique([record.pending.savedBy, record.changedBy ?? '']);
  return record.date === undefined ? unique([record.author, record.changedBy ?? '']) : [];
}

/** Returns what an edit makes of the writers and the approval of a release; nothing when it says what is stored. */
export function afterEdit(
  before: PressReleaseRecord,
  next: ApprovedText,
  by: string,
): Pick<PressReleaseRecord, 'writers' | 'approval'> {
  if (isSameText(lastText(before), next)) return {};
  const { approval } = before;
  // What others wrote before was approved.
  if (approval?.state === 'approved') return { writers: [by], approval: { ...approval, state: 'outdated' } };
  return { writers: unique([...writersOf(before), by]) };
}

/** Returns who wrote what readers have or are to get, when nobody approved it: the setting was off. */
function unapprovedIn({ date, approved, unapprovedWriters, author, changedBy = '' }: PressReleaseRecord) {
  if (date === undefined || approved !== undefined) return [];
  // A record of an earlier version of the portal names the first and the last of them.
  return unapprovedWriters ?? [author, changedBy];
}

/** Returns who wrote a release that appears without an approval: they cannot approve it later. */
export const unapprovedWritersOf = (before: PressReleaseRecord, by: string): readonly string[] =>
  unique([...unapprovedIn(before), ...writersOf(before), by]);

/** Returns the writers of a release that is taken back from its readers: whoever does it cannot publish it alone again. */
export const writersOfWithdrawn = (before: PressReleaseRecord, by: string): readonly string[] =>
  unique([...unapprovedIn(before), ...writersOf(before), before.author, by]);

/** Returns a filter of the version that was read: no question or answer counts it, so the approval's state and round are named, too. */
export function matchUnchanged({ _id, version, approval }: PressReleaseRecord) {
  return { _id, version, 'approval.state': approval?.state ?? null, 'approval.round': approval?.round ?? null };
}
