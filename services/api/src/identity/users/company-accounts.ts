import type { Model } from 'mongoose';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { CompanyAccountRecord, UserRecord } from './model.ts';

/** What names an account: who gave it, and what they call its person. */
type CompanyAccount = Pick<CompanyAccountRecord, 'issuer' | 'subject'>;

/** Which person has which account of the company. */
export interface CompanyAccounts {
  /** Returns the person whose account it is; undefined while it is nobody's. */
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
