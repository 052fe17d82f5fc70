import { rolesOf, type Users } from '../../../identity/users/service.ts';
import { ApiError } from '../../../platform/calls/problem.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { PressReleaseRecord } from '../model.ts';
import { writersOf } from './after-edit.ts';
import { type ApprovedText, isOfMark } from './text.ts';

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
