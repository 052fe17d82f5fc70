import {
  beginCompanySignIn,
  checkLink,
  completeCompanySignIn,
  completeSignIn,
  listDevices,
  logOut,
  logOutEverywhere,
  mintIdToken,
  readSignInOptions,
  requestMagicLink,
  revokeDevice,
  safeReturnTo,
  setDefaultRole,
} from '@cytocomm/contract';
import { anonymous, ownPages, ownSession, ownSessionInPreviews, unsignedToken } from './access.ts';
import type { Answer } from './answer.ts';
import { removeRecord, requireRecord } from './records.ts';
import { forbidden, notSignedIn, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const STATE_LENGTH = 43;

/** Adds the calls of the sign-in with a company account. */
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
    const state = `state-${company.pendingSignIns.length + 1}`.padEnd(STATE_LENGTH, '-');
    company.pendingSignIns.push({ state, returnTo: safeReturnTo(body.returnTo) });
    return { url: `https://login.company.example/authorize?state=${state}` };
  });

  answer(completeCompanySignIn, ownPages, ({ body }) => {
    const { company, passkeys, users } = portal.data;
    if (company === null) throw off();
    const pending = company.pendingSignIns.find(({ state }) => state === body.state);
    if (pending === undefined)
      throw refused('This sign-in took too long, was used already, or began in another browser. Begin again.');
    company.pendingSignIns = company.pendingSignIns.filter((other) => other !== pending);
    if ('error' in body)
      throw refused('The company account did not sign you in. Begin again, or sign in by a mailed link.');
    const user = users.find(({ email }) => email === company.email);
    if (user === undefined)
      throw refused('Your company account is not approved for this portal. Tell the administrator.');
    const { email, name, roles, defaultRole: role } = user;
    if (passkeys.length > 0) {
      portal.halfSignIn = { email, returnTo: pending.returnTo };
      throw new Refusal('second-factor-needed', 'Confirm with your passkey that it is you.');
    }
    portal.cookie = email;
    user.lastSignInAt = new Date().toISOString();
    return { email, name, roles, ...(role !== undefined && { role }), returnTo: pending.returnTo };
  });
}

const LIFETIME_S = 300;

/** Adds the calls of signing in and out. */
export function authCalls(portal: FakePortal, answer: Answer): void {
  answer(requestMagicLink, ownPages, ({ body: { email, returnTo } }) => {
    const { links, users } = portal.data;
    if (users.some((user) => user.email === email)) {
      const number = links.length + 1;
      const link = { email, token: `token-${number}`, code: String(100_000 + number) };
      portal.data.links = links.filter((each) => each.email !== email);
      portal.data.links.push({ ...link, returnTo: safeReturnTo(returnTo), askedHere: true });
    }
    return { message: 'If this address is approved, a sign-in link is on its way to it.' };
  });

  answer(checkLink, ownPages, ({ body }) => ({
    works: portal.data.links.some(({ token }) => token === body.token),
  }));

  answer(completeSignIn, ownPages, ({ body }) => {
    const link = portal.data.links.find(
      ({ email, token, code, askedHere = false }) =>
        email === body.email && ('token' in body ? token === body.token : askedHere && code === body.code),
    );
    const user = portal.data.users.find(({ email }) => email === body.email);
    if (link === undefined || user === undefined) throw new Refusal('invalid-link', 'Invalid or expired sign-in link.');
    portal.data.links = portal.data.links.filter((other) => other !== link);
    if (portal.data.passkeys.length > 0) {
      portal.halfSignIn = { email: user.email, returnTo: link.returnTo };
      throw new Refusal('second-factor-needed', 'Confirm with your passkey that it is you.');
    }
    portal.cookie = user.email;
    user.lastSignInAt = new Date().toISOString();
    const { name, roles, defaultRole: role } = user;
    return { name, roles, ...(role !== undefined && { role }), returnTo: link.returnTo };
  });

  answer(mintIdToken, ownSessionInPreviews, ({ person: { email, name, roles, defaultRole }, request }) => {
    if (request.headers.has('authorization')) throw notSignedIn('The session cookie is needed for a new token.');
    const now = Math.floor(Date.now() / 1000);
    const lacksPasskey = portal.data.passkeyNeeded && portal.data.passkeys.length === 0;
    const claims = {
      ...{ sub: email, name, roles, role: defaultRole, sid: 'fake', iat: now, exp: now + LIFETIME_S },
      ...(lacksPasskey && { passkeyNeeded: true }),
    };
    return { idToken: unsignedToken(claims), expiresAt: new Date(Date.now() + LIFETIME_S * 1000).toISOString() };
  });

  answer(logOut, ownSession, () => {
    portal.cookie = null;
  });

  answer(logOutEverywhere, ownSession, () => {
    portal.cookie = null;
    portal.data.devices = [];
  });

  answer(listDevices, ownSession, () => ({ items: portal.data.devices }));

  answer(revokeDevice, ownSession, ({ params }) => {
    const { current } = requireRecord(portal.data.devices, params.id, 'session');
    portal.data.devices = removeRecord(portal.data.devices, params.id, 'session');
    if (current) portal.cookie = null;
  });

  answer(setDefaultRole, ownSession, ({ person, body: { role } }) => {
    if (role === null) delete person.defaultRole;
    else if (person.roles.includes(role)) person.defaultRole = role;
    else throw forbidden('You do not hold that role.');
    return { role };
  });
}
