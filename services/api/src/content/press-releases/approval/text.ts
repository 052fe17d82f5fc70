import { createHash } from 'node:crypto';
import { isPublished, type PressReleaseRecord } from '../model.ts';

/** What a second person approves: all that reaches readers. */
export type ApprovedText = Pick<PressReleaseRecord, 'title' | 'content' | 'target' | 'sendEmail' | 'publishAt'>;

/** Returns what was written last, published or not. */
export const lastText = ({ pending, ...record }: PressReleaseRecord): ApprovedText => pending ?? record;

/** Returns a hash of a text, by which two are compared. The time is apart: one that is over is not wanted any more. */
function wordsHash({ title, content, target, sendEmail }: ApprovedText): string {
  const text = JSON.stringify([title, content, target.toSorted(), sendEmail]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Whether two texts are the same, with their planned times. */
export function isSameText(one: ApprovedText, other: ApprovedText): boolean {
  return wordsHash(one) === wordsHash(other) && Number(one.publishAt ?? 0) === Number(other.publishAt ?? 0);
}

/** Returns the mark of an approved text: its hash and its planned time. */
export function markOf(text: ApprovedText): { readonly text: string; readonly publishAt: Date | null } {
  return { text: wordsHash(text), publishAt: text.publishAt ?? null };
}

/** Whether a text is the one of a mark. */
export const hasMark = (text: ApprovedText, mark: ReturnType<typeof markOf>): boolean =>
  wordsHash(text) === mark.text && Number(text.publishAt ?? 0) === Number(mark.publishAt ?? 0);

/**
 * Whether what is about to appear is the text of a mark: at its planned time, or at once when none was planned or it is over. A
 * correction of what is out appears at once, under the date that it has.
 */
export function isOfMark(
  before: Pick<PressReleaseRecord, 'date'>,
  text: ApprovedText,
  date: Date,
  mark: ReturnType<typeof markOf>,
  now: Date,
): boolean {
  if (wordsHash(text) !== mark.text) return false;
  if (mark.publishAt !== null && +date === +mark.publishAt) return true;
  const isAtOnce = +date === +now || (isPublished(before, now) && +date === Number(before.date));
  return isAtOnce && (mark.publishAt === null || mark.publishAt <= now);
}
