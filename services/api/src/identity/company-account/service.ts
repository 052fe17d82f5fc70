import type { Core } from '../../platform/core.ts';
import type { CompanyAccountConfig } from '../../platform/settings/schemas.ts';
import type { Origin, SignInNotes } from '../auth/sign-in-notes.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { CompanyPerson } from './provider.ts';

/** The provider vouches for somebody who has no account here; `reason` is for the log and the audit trail. */
export class NotApproved extends Error {
  override readonly name = 'NotApproved';
  /** Whether the address itself does not count. */
  readonly isOfAddress: boolean;

  constructor(reason: string, isOfAddress = false) {
    super(reason);
    this.isOfAddress = isOfAddress;
  }
}

/** Returns the person of the portal whom the provider names, and audits it. Throws NotApproved, which is audited, too. */
export type FindPerson = (named: CompanyPerson, origin: Origin) => Promise<UserRecord>;

/** Creates the lookup. */
export function createFindPerson(
  core: Core,
  users: Users,
  notes: SignInNotes,
  account: CompanyAccountConfig,
): FindPerson {
  const { audit, anonymousEvents } = core;
  const { companyAccounts } = users;

  /** Returns a person of an address that has no account yet, and gives it to them. */
  async function linked(email: string, subject: string, origin: Origin): Promise<UserRecord> {
    const user = await users.byEmail(email);
    if (user === undefined) throw new NotApproved('there is no user with this address');
    const own = { issuer: account.issuer, subject };
    if (await companyAccounts.link(user, own, origin)) return user;
    // Two tabs at once: the other one was faster with the same account.
    const same = await companyAccounts.find(own);
    if (same?.email === email) return same;
    throw new NotApproved('the person has another company account: the address may have changed hands');
  }

  async function find({ subject, email }: CompanyPerson, origin: Origin): Promise<UserRecord> {
    if (email === undefined) throw new NotApproved('the provider gave no verified e-mail address', true);
    if (!account.emailDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
      throw new NotApproved('the address is of a domain that the provider does not vouch for', true);
    const user = await companyAccounts.find({ issuer: account.issuer, subject });
    return user ?? linked(email, subject, origin);
  }

  return async (named, origin) => {
    try {
      const user = await find(named, origin);
      const { email } = user;
      await audit.record({ ...origin, action: 'sign-in.company-accepted', actor: email, subject: email });
      return user;
    } catch (error) {
      if (!(error instanceof NotApproved)) throw error;
      const note = { ...origin, action: 'sign-in.company-refused' as const };
      const reason = error.message;
      if (named.email !== undefined) notes.add({ ...note, email: named.email, reason });
      else await anonymousEvents.record({ ...note, actor: null, subject: '', detail: { reason } });
      throw error;
    }
  };
}
