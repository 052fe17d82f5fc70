import { mintIdToken, type Role } from '@cytocomm/contract';
import { malformed, type Result, sendPlain } from '@cytocomm/http';
import { type Claims, readClaims } from './claims.ts';
import { dropDrafts } from './drafts.ts';
import { markSignedIn, readRole, storeIdentity } from './storage.ts';
import { NOT_SIGNED_IN, useSession } from './store.ts';

const { getState, setState } = useSession;
const RENEW_BEFORE_MS = 30_000;

type TokenResult = Result<string | null>;

/**
 * Creates the one line to the server for ID tokens. `request` makes a request; before it applies an answer it asks whether
 * the request still counts: the person may have signed out, or another one in, meanwhile.
 */
function createTokenLine(request: (stillCounts: () => boolean) => Promise<TokenResult>) {
  let pending: Promise<TokenResult> | null = null;
  return {
    /** Asks for a new ID token; callers at the same time share one request. */
    mint(): Promise<TokenResult> {
      if (pending !== null) return pending;
      const result: Promise<TokenResult> = request(() => pending === result).finally(() => {
        if (pending === result) pending = null;
      });
      pending = result;
      return result;
    },
    /** Lets the answer that is on its way count no more. */
    drop(): void {
      pending = null;
    },
  };
}

const tokenLine = createTokenLine(requestToken);

/** Requests a new ID token, null without a session. Callers at the same time share one request. */
export const mint = tokenLine.mint;

/** Ignores the answer of a pending token request. */
export const dropPendingToken = tokenLine.drop;

/**
 * Returns the role to show: the one in use, else the one this tab remembers, else the person's own choice, else the
 * first.
 */
function pickRole(roles: readonly Role[], chosen: Role | null): Role | null {
  const candidates = [getState().activeRole, readRole(), chosen];
  return candidates.find((role) => role !== null && roles.includes(role)) ?? roles[0] ?? null;
}

function clearSession(ended: string | null, endedEmail: string | null): void {
  dropPendingToken();
  storeIdentity(null, null);
  markSignedIn(false);
  setState({ ...NOT_SIGNED_IN, status: 'signed-out', ended, endedEmail });
}

/** Whose session this is, or was before it ended by itself: the server saying once more that it is over changes nothing. */
function ownerHere(): string | null {
  const { email, endedEmail } = getState();
  return email ?? endedEmail;
}

/** Ends the session in this tab and says why; nothing is asked of the server. What was written here waits for its writer. */
export function endSession(reason: string): void {
  clearSession(reason, ownerHere());
}

/** Ends the session in this tab because the person wanted it, with a sentence about it or none: nothing of them stays here. */
export function leaveByChoice(reason: string | null): void {
  dropDrafts();
  clearSession(reason, null);
}

async function requestToken(stillCounts: () => boolean): Promise<TokenResult> {
  const { data, error } = await sendPlain(mintIdToken);
  if (!stillCounts()) return { data: null };
  if (error?.status === 401 && error.code !== 'misconfigured') {
    acceptSignedOut();
    return { data: null };
  }
  if (error) return { error };
  if (typeof data?.idToken !== 'string') return { error: malformed(200, 'The portal gave no sign-in token.') };
  const claims = readClaims(data.idToken);
  if (!claims) return { error: malformed(200, 'The portal gave a sign-in token that cannot be read. Try again.') };
  acceptToken(data.idToken, claims);
  return { data: data.idToken };
}

function acceptToken(idToken: string, { email, name, roles, role, passkeyNeeded, lifetime }: Claims): void {
  const activeRole = pickRole(roles, role);
  dropDrafts(email);
  storeIdentity(activeRole, name);
  markSignedIn(true);
  setState({
    status: 'signed-in',
    email,
    name,
    roles,
    defaultRole: role,
    activeRole,
    previewAs: roles.includes('admin') ? getState().previewAs : null,
    passkeyNeeded,
    idToken,
    expiresAt: Date.now() + lifetime,
    ended: null,
    endedEmail: null,
    failure: null,
  });
}

function acceptSignedOut(): void {
  if (getState().status === 'signed-in') endSession('Your session has ended. Sign in again to go on.');
  else {
    markSignedIn(false);
    setState({ ...NOT_SIGNED_IN, status: 'signed-out', endedEmail: ownerHere() });
  }
}

/**
 * Resolves to the ID token for a call: the one at hand, or a new one when it has less than 30 seconds left. Null without a
 * session; a problem when the server cannot be asked.
 */
export async function freshIdToken({ renew = false } = {}): Promise<TokenResult> {
  const { status, idToken, expiresAt } = getState();
  if (status === 'signed-out') return { data: null };
  if (!renew && idToken !== null && expiresAt - Date.now() > RENEW_BEFORE_MS) return { data: idToken };
  return mint();
}
