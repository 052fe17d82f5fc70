import type { Model } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { CompanyAccountRecord, PasskeyRecord, RecoveryCodesRecord, UserRecord } from './model.ts';

/** The key of an account: its issuer, and the person's id there. */
type CompanyAccount = Pick<CompanyAccountRecord, 'issuer' | 'subject'>;

type Person = Pick<UserRecord, '_id' | 'email'>;

/** Which person has which account of the company. */
export interface CompanyAccounts {
  /** Returns the person whose account it is; undefined while no one has it. */
  find(account: CompanyAccount): Promise<UserRecord | undefined>;
  /**
   * Makes an account that of a person, by themselves. Returns false when the person was deleted or has another account of this
   * issuer, or the account is somebody else's. One of another issuer gives way: the portal asks one issuer alone.
   */
  link(user: Person, account: CompanyAccount, origin: Omit<Actor, 'actor'>): Promise<boolean>;
  /** Takes a person's account away; the next one of their address is theirs. Returns whether there was one. */
  unlink(user: Person, actor: Actor): Promise<boolean>;
}

/** Returns the accounts in these records. */
export function createCompanyAccounts(core: Core, model: Model<UserRecord>): CompanyAccounts {
  return {
    find: async ({ issuer, subject }) =>
      (await model.findOne({ 'companyAccount.issuer': issuer, 'companyAccount.subject': subject }).lean()) ?? undefined,
    link: async ({ _id, email }, { issuer, subject }, origin) => {
      const companyAccount = { issuer, subject, linkedAt: core.database.now() };
      try {
        return await core.change({ ...origin, actor: email }, async ({ audit }) => {
          const withoutOne = { _id, 'companyAccount.issuer': { $ne: issuer } };
          const { matchedCount } = await model.updateOne(withoutOne, { $set: { companyAccount } });
          if (matchedCount === 1) audit('sign-in.company-linked', email);
          return matchedCount === 1;
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    unlink: ({ _id, email }, actor) =>
      core.change(actor, async ({ audit }) => {
        const linked = { _id, companyAccount: { $exists: true } };
        const { matchedCount } = await model.updateOne(linked, { $unset: { companyAccount: 1 } });
        if (matchedCount === 1) audit('user.company-account-unlinked', email);
        return matchedCount === 1;
      }),
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
 * Changes the passkeys and recovery codes of a person, in a change: `decide` sees the record as it is, and audits and mails in
 * it. Resolves to undefined for a person who was deleted, and to `taken` when another person has one of the passkeys.
 */
export type ChangeFactors = <Outcome>(
  user: Pick<UserRecord, '_id'>,
  actor: Actor,
  decide: (record: UserRecord, change: Change) => Decision<Outcome> | Promise<Decision<Outcome>>,
) => Promise<Outcome | 'taken' | undefined>;

/** Creates the change of factors in these records. */
export function createChangeFactors(core: Core, model: Model<UserRecord>): ChangeFactors {
  return async ({ _id }, actor, decide) => {
    try {
      return await core.change(actor, async (change) => {
        const record = await model.findById(_id).lean();
        if (record === null) return undefined;
        const { factors, onlySession, outcome } = await decide(record, change);
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
        change.recheck(String(_id));
        return outcome;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return 'taken';
    }
  };
}
