import type { Model } from 'mongoose';
import { SYSTEM } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { CompanyAccountRecord, PasskeyRecord, RecoveryCodesRecord, UserRecord } from './model.ts';

/** The key of an account: its issuer, and the person's id there. */
type CompanyAccount = Pick<CompanyAccountRecord, 'issuer' | 'subject'>;

/** Which person has which account of the company. */
export interface CompanyAccounts {
  /** Returns the person whose account it is; undefined while no one has it. */
  find(account: CompanyAccount): Promise<UserRecord | undefined>;
  /**
   * Makes an account that of a person. Returns false when the person was deleted or has another account of this issuer, or
   * the account is somebody else's. One of another issuer gives way: the portal asks one issuer alone.
   */
  link(user: Pick<UserRecord, '_id'>, account: CompanyAccount, at: Date): Promise<boolean>;
  /** Takes a person's account away; the next one of their address is theirs. Returns whether there was one. */
  unlink(user: Pick<UserRecord, '_id'>): Promise<boolean>;
}

/** Returns the accounts in these records. */
export function createCompanyAccounts(model: Model<UserRecord>): CompanyAccounts {
  return {
    find: async ({ issuer, subject }) =>
      (await model.findOne({ 'companyAccount.issuer': issuer, 'companyAccount.subject': subject }).lean()) ?? undefined,
    link: async ({ _id }, { issuer, subject }, linkedAt) => {
      try {
        const withoutOne = { _id, 'companyAccount.issuer': { $ne: issuer } };
        const linked = await model.updateOne(withoutOne, { $set: { companyAccount: { issuer, subject, linkedAt } } });
        return linked.matchedCount === 1;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    unlink: async ({ _id }) => {
      const unlinked = await model.updateOne(
        { _id, companyAccount: { $exists: true } },
        { $unset: { companyAccount: 1 } },
      );
      return unlinked.matchedCount === 1;
    },
  };
}

/** The factors of a person besides their mailbox. */
interface Factors {
  readonly passkeys: readonly PasskeyRecord[];
  readonly recoveryCodes: RecoveryCodesRecord | undefined;
}

/** The new factors and the outcome for the caller; without `factors` nothing is written. */
interface Decision<Outcome> {
  readonly factors?: Factors;
  /** The session that goes on, null for none: all others of the person end in the same step. Without it none ends. */
  readonly onlySession?: string | null;
  readonly outcome: Outcome;
}

/**
 * Changes the passkeys and recovery codes of a person. `decide` sees the record as it is, and may run several times. Resolves to undefined for a person who was deleted, and to
 * `taken` when another person has one of the passkeys.
 */
export type ChangeFactors = <Outcome>(
  user: Pick<UserRecord, '_id'>,
  decide: (record: UserRecord) => Decision<Outcome>,
) => Promise<Outcome | 'taken' | undefined>;

/** Creates the change of factors in these records. */
export function createChangeFactors({ change }: Pick<Core, 'change'>, model: Model<UserRecord>): ChangeFactors {
  return async ({ _id }, decide) => {
    try {
      return await change(SYSTEM, async ({ recheck }) => {
        const record = await model.findById(_id).lean();
        if (record === null) return undefined;
        const { factors, onlySession, outcome } = decide(record);
        if (factors === undefined) return outcome;
        const { passkeys, recoveryCodes } = factors;
        // Codes stand in for a passkey: without one they go. No empty list: it would count as a passkey of several people.
        const update =
          passkeys.length === 0
            ? { $unset: { passkeys: 1, recoveryCodes: 1 } }
            : recoveryCodes === undefined
              ? { $set: { passkeys }, $unset: { recoveryCodes: 1 } }
              : { $set: { passkeys, recoveryCodes } };
        const others = { id: { $ne: onlySession } };
        const ended = onlySession === undefined ? {} : { $pull: { sessions: others, proofs: others } };
        await model.updateOne({ _id }, { ...update, ...ended });
        recheck(String(_id));
        return outcome;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return 'taken';
    }
  };
}
