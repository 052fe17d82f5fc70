import { logOut, type Role, safeReturnTo, type TeamRole } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';
import { keepRoles, parseRole, parseRoles, readClaims } from './claims.ts';
import { dropDrafts } from './drafts.ts';
import { markSignedIn, notifyTabs, storeIdentity } from './storage.ts';
import { NOT_SIGNED_IN, useSession } from './store.ts';
import { dropPendingToken, leaveByChoice, mint } from './token.ts';

const { getState, setState } = useSession;

/** Opens the sign-in dialog over the current page, with `email` in its field; afterwards the person goes to `returnTo`. */
export function openSignIn({ returnTo, email }: { returnTo?: string; email?: string | undefined } = {}): void {
  setState({ signIn: { open: true, returnTo: safeReturnTo(returnTo), email }, confirming: false });
}

/** Closes the sign-in dialog, also while it asks for a confirmation. */
export function closeSignIn(): void {
  setState((state) => ({ signIn: { ...state.signIn, open: false }, confirming: false }));
}

/**
 * Asks, once, whether somebody is signed in. Nothing is asked when that is known already. A server that cannot be
 * asked leaves the status `unknown` with a `failure`; calling again tries again.
 */
export async function restore(): Promise<void> {
  const { status } = getState();
  if (status === 'unknown' || status === 'restoring') await recheck();
}

/** Asks again whether somebody is signed in, for example after the link was opened in another tab. */
export async function recheck(): Promise<void> {
  const before = getState().status;
  if (before === 'signed-in') return;
  if (before === 'unknown') setState({ status: 'restoring', failure: null });
  const { error } = await mint();
  if (!error) return;
  const failure = error.detail;
  setState((state) => (state.status === 'restoring' ? { status: 'unknown', failure } : { failure }));
}

/** Shows another of the person's dashboards; a role that is not theirs is ignored. */
export function chooseRole(role: Role): void {
  const { roles, name } = getState();
  if (!roles.includes(role)) return;
  storeIdentity(role, name);
  setState({ activeRole: role });
}

/** Begins a preview of the portal as a person with only this role has it, or ends it with null. Admins alone can. */
export function previewAs(role: Role | null): void {
  const { roles } = getState();
  setState({ previewAs: roles.includes('admin') ? role : null });
}

/**
 * Makes roles known that the remotes of this page bring; the portal's own are known already. A person who was signed in
 * before has them from now on.
 */
export function addRoles(roles: readonly TeamRole[]): void {
  keepRoles(roles);
  const { idToken } = getState();
  const claims = idToken === null ? null : readClaims(idToken);
  if (claims) setState({ roles: claims.roles, defaultRole: claims.role });
}

/** Keeps the role this person starts with, after the server has stored it. */
export function acceptDefaultRole(role: Role | null): void {
  setState({ defaultRole: role });
}

/** Takes over a sign-in that the server has completed; `role` is the stored default role, if the person has one. */
export function acceptSignIn(person: {
  email: string;
  name: unknown;
  roles: unknown;
  role?: unknown;
  passkeyNeeded?: unknown;
}): void {
  dropPendingToken();
  const name = typeof person.name === 'string' && person.name !== '' ? person.name : null;
  const roles = parseRoles(person.roles);
  const role = parseRole(person.role);
  // A new sign-in starts afresh: what an earlier person chose in this tab does not count.
  const activeRole = role !== null && roles.includes(role) ? role : roles.length === 1 ? (roles[0] ?? null) : null;
  dropDrafts(person.email);
  storeIdentity(activeRole, name);
  markSignedIn(true);
  setState({
    ...NOT_SIGNED_IN,
    status: 'signed-in',
    email: person.email,
    name,
    roles,
    defaultRole: role,
    activeRole,
    passkeyNeeded: person.passkeyNeeded === true,
    ended: null,
  });
  notifyTabs('signed-in');
}

/** Leaves the session after the server has ended all of the person's, as they wanted. */
export function acceptLogOutEverywhere(): void {
  leaveByChoice('You are logged out on all devices.');
  notifyTabs('signed-out');
}

/**
 * Signs out here and at the server. True when the server has ended the session; false when it could not be told, and
 * then `ended` says so, because the session may still be open there.
 */
export async function signOut(): Promise<boolean> {
  leaveByChoice(null);
  notifyTabs('signed-out');
  const { error } = await sendPlain(logOut);
  // Refused with 401: the session was over already, which is what was wanted.
  if (!error || error.status === 401) return true;
  setState({
    ended:
      'You are signed out in this tab, but the portal could not be told. Sign out again when you are back online, ' +
      'or your session on this device stays open.',
  });
  return false;
}
