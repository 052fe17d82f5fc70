import { type PressReleaseRecord, type ReleaseChange, readersOf } from './model.ts';

/** Returns the live event of a change, for all who could see the release before or after it. */
export function changeBetween(
  before: Pick<PressReleaseRecord, 'date' | 'target'> | undefined,
  after: Pick<PressReleaseRecord, 'date' | 'target'>,
  now: Date,
): ReleaseChange {
  const readersBefore = before === undefined ? [] : readersOf(before, now);
  const readersAfter = readersOf(after, now);
  const isPublic = readersBefore === 'everybody' || readersAfter === 'everybody';
  const to = isPublic ? 'everybody' : [...new Set([...readersBefore, ...readersAfter])];
  const type = readersBefore.length === 0 ? 'added' : readersAfter.length === 0 ? 'removed' : 'changed';
  return { at: now, to, type };
}
