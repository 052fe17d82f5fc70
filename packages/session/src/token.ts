import { mintIdToken, type Role } from '@cytocomm/contract';
import { malformed, type Result, sendPlain } from '@cytocomm/http';
import { type Claims, readClaims } from './claims.ts';
import { dropDrafts } from './drafts.ts';
import { storedRole, storeIdentity } from './storage.ts';
import { nobody, useSession } from './store.ts';

const { getState, setState } = useSession;
const RENEW_BEFORE_MS = 30_000;

// A reply that belongs to an earlier person (signed out or signed in anew meanwhile) must not be applied.
let era = 0;
let minting: Promise<Result<string | null>> | null = null;

/** Whatever is on its way from the server belongs to the past from here on. */
export function startNewEra(): void {
  era += 1;
  minting = null;
}

/** The role to show: the one in use, else the one this tab remembers, else the person's own choice, else the first. */
function pickRole(roles: readonly Role[], chosen: Role | null): Role | null {
  const candidates = [getState().activeRole, storedRole(), chosen];
  return candidates.find((role) => role !== null && roles.includes(role)) ?? roles[0] ?? null;
}

function endSession(ended: string | null, endedEmail: string | null): void {
  startNewEra();
  storeIdentity(null, null);
  setState({ ...nobody, status: 'signed-out', ended, endedEmail });
}

/** Ends the session in this tab and says why; nothing is asked of the server. What was written here waits for its writer. */
export function sessionEnded(reason: string): void {
  endSession(reason, getState().email);
}

/** Ends the session in this tab because the person wanted it, with a sentence about it or none: nothing of them stays here. */
export function leftByChoice(reason: string | null): void {
  dropDrafts();
  endSession(reason, null);
}

/** Asks the server for a new ID token, null when nobody is signed in. Callers at the same time share one request. */
export function mint(): Promise<Result<string | null>> {
  if (minting === null) {
    const mine: Promise<Result<string | null>> = requestToken(era).finally(() => {
      if (minting === mine) minting = null;
    });
    minting = mine;
  }
  return minting;
}

async function requestToken(askedIn: number): Promise<Result<string | null>> {
  const { data, error } = await sendPlain(mintIdToken);
  if (askedIn !== era) return { data: null };
  if (error?.status === 401 && error.code !== 'misconfigured') {
    nobodyIsSignedIn();
    return { data: null };
  }
  if (error) return { error };
  if (typeof data?.idToken !== 'string') return { error: malformed(200, 'The portal gave no sign-in token.') };
  const claims = readClaims(data.idToken);
  if (!claims) return { error: malformed(200, 'The portal gave a sign-in token that cannot be read. Try again.') };
  accept(data.idToken, claims);
  return { data: data.idToken };
}

function accept(idToken: string, { email, name, roles, role, lifetime }: Claims): void {
  const activeRole = pickRole(roles, role);
  dropDrafts(email);
  storeIdentity(activeRole, name);
  setState({
    status: 'signed-in',
    email,
    name,
    roles,
    defaultRole: role,
    activeRole,
    previewAs: roles.includes('admin') ? getState().previewAs : null,
    idToken,
    expiresAt: Date.now() + lifetime,
    ended: null,
    endedEmail: null,
    failure: null,
  });
}

function nobodyIsSignedIn(): void {
  if (getState().status === 'signed-in') sessionEnded('Your session has ended. Sign in again to go on.');
  else setState({ ...nobody, status: 'signed-out' });
}

/**
 * Resolves to the ID token for a call: the one at hand, or a new one when it has less than 30 seconds left. Null when nobody is
 * signed in; a problem when the server cannot be asked.
 */
export async function freshIdToken({ renew = false } = {}): Promise<Result<string | null>> {
  const { status, idToken, expiresAt } = getState();
  if (status === 'signed-out') return { data: null };
  if (!renew && idToken !== null && expiresAt - Date.now() > RENEW_BEFORE_MS) return { data: idToken };
  return mint();
}
