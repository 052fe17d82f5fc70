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

/** Returns the writers of a release that is taken back from its readers: whoever does it cannot publish it alone again. */
export const writersOfWithdrawn = (before: PressReleaseRecord, by: string): readonly string[] =>
  unique([...writersOf(before), before.author, by]);

/** Returns a filter of the version that was read: a version is not counted by a question or an answer, so its state is named, too. */
export function asRead({ _id, version, approval }: PressReleaseRecord) {
  return { _id, version, 'approval.state': approval?.state ?? null };
}
