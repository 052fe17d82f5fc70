import { beginCompanySignIn, completeCompanySignIn, readSignInOptions, safeReturnTo } from '@cytocomm/contract';
import { anonymous, ownPages } from './access.ts';
import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const STATE_LENGTH = 43;

/** Returns the calls of the sign-in with a company account. */
export function companyAccountCalls(portal: FakePortal, answer: Answer): void {
  const off = () => new Refusal('not-found', 'There is nothing at this address.');
  const refused = (detail: string) => new Refusal('company-sign-in-refused', detail);

  answer(readSignInOptions, anonymous, () => {
    const { company } = portal.data;
    return { company: company === null ? null : { name: company.name } };
  });

  answer(beginCompanySignIn, ownPages, ({ body }) => {
    const { company } = portal.data;
    if (company === null) throw off();
    const state = `state-${company.begun.length + 1}`.padEnd(STATE_LENGTH, '-');
    company.begun.push({ state, returnTo: safeReturnTo(body.returnTo) });
    return { url: `https://login.company.example/authorize?state=${state}` };
  });

  answer(completeCompanySignIn, ownPages, ({ body }) => {
    const { company, passkeys, users } = portal.data;
    if (company === null) throw off();
    const begun = company.begun.find(({ state }) => state === body.state);
    if (begun === undefined)
      throw refused('This sign-in took too long, was used already, or began in another browser. Begin again.');
    company.begun = company.begun.filter((other) => other !== begun);
    if ('error' in body)
      throw refused('The company account did not sign you in. Begin again, or sign in by a mailed link.');
    const user = users.find(({ email }) => email === company.email);
    if (user === undefined)
      throw refused('Your company account is not approved for this portal. Tell the administrator.');
    const { email, name, roles, defaultRole: role } = user;
    if (passkeys.length > 0) {
      portal.halfSignIn = { email, returnTo: begun.returnTo };
      throw new Refusal('second-factor-needed', 'Confirm with your passkey that it is you.');
    }
    portal.cookie = email;
    user.lastSignInAt = new Date().toISOString();
    return { email, name, roles, ...(role !== undefined && { role }), returnTo: begun.returnTo };
  });
}
