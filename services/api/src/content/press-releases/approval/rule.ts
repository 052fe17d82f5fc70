import { createHash } from 'node:crypto';
import { rolesOf, type Users } from '../../../identity/users/service.ts';
import { ApiError } from '../../../platform/calls/problem.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { isPublished, type PressReleaseRecord } from '../model.ts';

/** The fields that a second person approves: all that reaches readers. */
export type ApprovedText = Pick<PressReleaseRecord, 'title' | 'content' | 'target' | 'sendEmail' | 'publishAt'>;

/** Returns the latest text, published or not. */
export const latestText = ({ pending, ...record }: PressReleaseRecord): ApprovedText => pending ?? record;

/** Returns a hash to compare texts, without the planned time, which is compared separately. */
function wordsHash({ title, content, target, sendEmail }: ApprovedText): string {
  const text = JSON.stringify([title, content, target.toSorted(), sendEmail]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Whether two texts and their planned times are equal. */
export function isSameText(one: ApprovedText, other: ApprovedText): boolean {
  return wordsHash(one) === wordsHash(other) && Number(one.publishAt ?? 0) === Number(other.publishAt ?? 0);
}

/** Returns the mark of an approved text: its hash and its planned time. */
export function markOf(text: ApprovedText): { readonly text: string; readonly publishAt: Date | null } {
  return { text: wordsHash(text), publishAt: text.publishAt ?? null };
}

/** Whether a text and its planned time are those of a mark. */
export const isMarkedText = (text: ApprovedText, mark: ReturnType<typeof markOf>): boolean =>
  wordsHash(text) === mark.text && Number(text.publishAt ?? 0) === Number(mark.publishAt ?? 0);

/**
 * Whether a text about to be published is the marked one: at its planned time, or now if none was planned or it has passed. A
 * correction of a published release is published now under its old date.
 */
export function matchesMark(
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
  /** Throws 409 unless a current admin approved exactly this text for this time. */
  assertApproved(before: PressReleaseRecord, text: ApprovedText, date: Date, now: Date): Promise<void>;
  /** Returns the admins who may approve the latest text. */
  approversOf(record: PressReleaseRecord): Promise<readonly string[]>;
  /** Returns the 409 of a request that no admin could answer. */
  noApprover(): Promise<ApiError>;
}

const needed = (detail: string) => new ApiError(409, 'approval-needed', detail);

/** Returns the 409 of a publication without approval. */
export const approvalMissing = () =>
  needed('Another admin has to approve this version before it is published or scheduled. Ask for approval first.');

/** Maximum number of admins that are read. */
const MAX_ADMINS = 500;

/** Creates the rule of a portal. */
export function createApprovalRule(
  { pressReleaseApproval: isNeeded }: Pick<Config, 'pressReleaseApproval'>,
  users: Pick<Users, 'byEmail' | 'list'>,
): ApprovalRule {
  const admins = async () => (await users.list({ role: 'admin', limit: MAX_ADMINS })).rows.map(({ email }) => email);
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
      if (approval?.state !== 'approved' || approval.mark === undefined || approval.by === undefined)
        throw approvalMissing();
      if (!matchesMark(before, text, date, approval.mark, now))
        throw needed('This differs from the approved version. Title, text, readers, mails and time must be the same.');
      if (!(await isAdmin(approval.by)))
        throw needed(`${approval.by} approved it but is no longer an admin. Ask for approval again.`);
    },

    approversOf: async (record) => {
      const writers = writersOf(record);
      return (await admins()).filter((email) => !writers.includes(email));
    },

    noApprover: async () => {
      const isAlone = (await admins()).length < 2;
      const why = isAlone
        ? 'There is no other admin who could approve it.'
        : 'Every admin has written in it since it was last approved, so no one else can approve it.';
      return new ApiError(409, 'conflict', `${why} Make another person an admin under Users, then ask again.`);
    },
  };
}

/** The rule of operator commands, and of portals without approval. */
export const NO_APPROVAL_NEEDED: ApprovalRule = {
  isNeeded: false,
  isAdmin: () => Promise.resolve(false),
  assertApproved: () => Promise.resolve(),
  approversOf: () => Promise.resolve([]),
  noApprover: () => Promise.reject(new Error('No approval is needed here.')),
};

const unique = (people: readonly string[]) => [...new Set(people.filter((person) => person !== ''))];

/** Returns who wrote in the latest text since it was approved; they cannot approve it. */
export function writersOf(record: PressReleaseRecord): readonly string[] {
  if (record.writers !== undefined) return record.writers;
  // A record of an earlier version of the portal.
  if (record.pending !== undefined) return unique([record.pending.savedBy, record.changedBy ?? '']);
  return record.date === undefined ? unique([record.author, record.changedBy ?? '']) : [];
}

/** Returns the writers and the approval after an edit; nothing if the text is unchanged. */
export function approvalAfterEdit(
  before: PressReleaseRecord,
  next: ApprovedText,
  by: string,
): Pick<PressReleaseRecord, 'writers' | 'approval'> {
  if (isSameText(latestText(before), next)) return {};
  const { approval } = before;
  // Earlier text was approved, so only this writer counts.
  if (approval?.state === 'approved') return { writers: [by], approval: { ...approval, state: 'outdated' } };
  return { writers: unique([...writersOf(before), by]) };
}

/** Returns the writers of a published or scheduled text that was not approved because the setting was off. */
function unapprovedIn({ date, approved, unapprovedWriters, author, changedBy = '' }: PressReleaseRecord) {
  if (date === undefined || approved !== undefined) return [];
  // A record of an earlier version of the portal names the first and the last of them.
  return unapprovedWriters ?? [author, changedBy];
}

/** Returns the writers of a release published without approval: they cannot approve it later. */
export const unapprovedWritersOf = (before: PressReleaseRecord, by: string): readonly string[] =>
  unique([...unapprovedIn(before), ...writersOf(before), by]);

/** Returns the writers of a withdrawn release, including the person who withdraws it: they cannot publish it alone again. */
export const writersAfterWithdrawal = (before: PressReleaseRecord, by: string): readonly string[] =>
  unique([...unapprovedIn(before), ...writersOf(before), before.author, by]);
