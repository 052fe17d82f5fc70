import { createHash } from 'node:crypto';
import { rolesOf, type Users } from '../../../identity/users/service.ts';
import { ApiError } from '../../../platform/calls/problem.ts';
import type { Config } from '../../../platform/settings/config.ts';
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

/** Whether a second person has to approve a release, and whether one has. */
export interface ApprovalRule {
  /** By the setting RELEASE_APPROVAL. */
  readonly isNeeded: boolean;
  isAdmin(email: string): Promise<boolean>;
  /** Throws 409 unless exactly this text was approved to appear then, by somebody who is an admin now. */
  assertApproved(before: PressReleaseRecord, text: ApprovedText, date: Date, now: Date): Promise<void>;
  /** Returns the admins who may approve what was written last. */
  approversOf(record: PressReleaseRecord): Promise<readonly string[]>;
  /** Returns the refusal of a question that nobody could answer. */
  nobodyLeft(): Promise<ApiError>;
}

const needed = (detail: string) => new ApiError(409, 'approval-needed', detail);

/** Returns the refusal of a release that appears without a question. */
export const unasked = () =>
  needed('Another admin has to approve this version before it is published or scheduled. Ask for approval first.');

/** How many admins are read at most. */
const MOST_ADMINS = 500;

/** Creates the rule of a portal. */
export function createApprovalRule(
  { pressReleaseApproval: isNeeded }: Pick<Config, 'pressReleaseApproval'>,
  users: Pick<Users, 'byEmail' | 'list'>,
): ApprovalRule {
  const admins = async () => (await users.list({ role: 'admin', limit: MOST_ADMINS })).users.map(({ email }) => email);
  const isAdmin = async (email: string) => {
    const user = await users.byEmail(email);
    return user !== undefined && rolesOf(user).includes('admin');
  };

  return {
    isNeeded,
    isAdmin,

    assertApproved: async (before, text, date, now) => {
      if (!isNeeded) return;
      const { approval } = before;
      if (approval?.state === 'outdated')
        throw needed('The text was changed after it had been approved. Ask for approval of this version.');
      if (approval?.state !== 'approved' || approval.mark === undefined || approval.by === undefined) throw unasked();
      if (!isOfMark(before, text, date, approval.mark, now))
        throw needed('This is not what was approved: its words, readers, mails and time have to be the same.');
      if (!(await isAdmin(approval.by)))
        throw needed(`${approval.by} approved it and is no admin any more. Ask for approval again.`);
    },

    approversOf: async (record) => {
      const writers = writersOf(record);
      return (await admins()).filter((email) => !writers.includes(email));
    },

    nobodyLeft: async () => {
      const isAlone = (await admins()).length < 2;
      const why = isAlone
        ? 'There is no other admin who could approve it.'
        : 'Every admin has written in it since it was last approved, so nobody is left to approve it.';
      return new ApiError(409, 'conflict', `${why} Make another person an admin under Users, then ask again.`);
    },
  };
}

/** The rule of the operator's own commands, and of portals where nobody has to approve. */
export const WITHOUT_APPROVAL: ApprovalRule = {
  isNeeded: false,
  isAdmin: () => Promise.resolve(false),
  assertApproved: () => Promise.resolve(),
  approversOf: () => Promise.resolve([]),
  nobodyLeft: () => Promise.reject(new Error('Nobody is asked here.')),
};

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
