import {
  checkLink,
  completeSignIn,
  listDevices,
  logOut,
  logOutEverywhere,
  mintIdToken,
  requestMagicLink,
  revokeDevice,
  safeReturnTo,
  setDefaultRole,
} from '@cytocomm/contract';
import { ownPages, ownSession, ownSessionInPreviews, unsignedToken } from './access.ts';
import type { Answer } from './answer.ts';
import { removeRecord, requireRecord } from './records.ts';
import { forbidden, notSignedIn, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const LIFETIME_S = 300;

/** Returns the calls of signing in and out. */
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
