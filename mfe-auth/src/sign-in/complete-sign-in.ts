import {
  type CompanySignInAnswer,
  checkLink,
  completeCompanySignIn,
  completeSignIn as completion,
  SECURITY_PAGE,
  type SignedIn,
  safeReturnTo,
} from '@cytocomm/contract';
import { type ApiProblem, send } from '@cytocomm/http';
import { acceptSignIn, chooseRole, displayName, forgetEmail, type SessionState, useSession } from '@cytocomm/session';

/** The sentences of the specification (sections 5 and 8), word for word. */
export const messages = {
  emailEmpty: 'Please enter your email.',
  linkSent: '✅ A secure login link has been sent to your email.',
  linkNotSent: '❌ Failed to send sign-in link. Please try again.',
  linkInvalid: 'Invalid or expired sign-in link.',
  emailRequired: 'Email is required to complete login.',
  noRoles: 'No roles assigned. Contact administrator.',
  failed: 'Login failed. Try again or contact admin.',
} as const;

/** What shows that the mail was read: the link's token, or its 6-digit code. */
export type SignInProof = { readonly token: string } | { readonly code: string };

/** How a sign-in ended. */
export type SignInOutcome =
  | { readonly kind: 'welcome'; readonly greeting: string; readonly returnTo: string }
  | { readonly kind: 'choose'; readonly returnTo: string }
  | { readonly kind: 'no-roles' }
  /** The link or the company account was right, and the person has a passkey; of a link the address is known. */
  | { readonly kind: 'second-factor'; readonly email: string | null }
  | SignInFailed;

/** A sign-in that did not happen; `invalid` when link or code are to blame, so that trying again cannot help. */
export interface SignInFailed {
  readonly kind: 'failed';
  readonly message: string;
  readonly detail: string | null;
  readonly invalid: boolean;
  /** Whether the company account is to blame: signing in begins again in the dialog. */
  readonly byCompany?: true;
}

/** Completes a sign-in at the server and keeps who it is in the session. */
export async function completeSignIn(email: string, proof: SignInProof): Promise<SignInOutcome> {
  const { data: reply, error } = await send(completion, { body: { email, ...proof } });
  if (error?.code === 'second-factor-needed') return { kind: 'second-factor', email };
  if (error) return failed(error);
  return signedIn(email, reply);
}

/** Completes a sign-in with what the company's provider has answered. */
export async function completeByCompany(answer: CompanySignInAnswer): Promise<SignInOutcome> {
  const { data: reply, error } = await send(completeCompanySignIn, { body: answer });
  if (error?.code === 'second-factor-needed') return { kind: 'second-factor', email: null };
  if (error === undefined) return signedIn(null, reply);
  if (error.code === 'misconfigured') return failed(error);
  return { ...generalFailure, detail: withPause(error), byCompany: true };
}

/** Keeps in the session who the server has signed in; `asked` is the address that asked for a link. */
export function signedIn(asked: string | null, reply: SignedIn): SignInOutcome {
  if (typeof reply !== 'object' || reply === null) return { ...generalFailure, detail: null };
  const { name, roles, role, returnTo, passkeyNeeded, email = asked } = reply;
  if (email === null) return { ...generalFailure, detail: null };
  forgetEmail();
  acceptSignIn({ email, name, roles, role, passkeyNeeded });
  return outcomeFor(typeof returnTo === 'string' ? returnTo : undefined);
}

/** Returns whether a link is known to have expired, before an address is typed in vain. Spends nothing. */
export async function isDeadLink(token: string): Promise<boolean> {
  const { data, error } = await send(checkLink, { body: { token } });
  // 400: a token that no mail could have held.
  return error ? error.status === 400 : data?.works === false;
}

/**
 * Returns what the person who is signed in now gets to see: their dashboard, the choice of one, or that there is none.
 */
export function outcomeFor(address: string | undefined): SignInOutcome {
  const session = useSession.getState();
  if (session.roles.length === 0) return { kind: 'no-roles' };
  // Until then nothing else works.
  if (session.passkeyNeeded) return { kind: 'welcome', greeting: greetingOf(session), returnTo: SECURITY_PAGE };
  const returnTo = safeReturnTo(address);
  if (session.activeRole === null) {
    // A person who returns to a dashboard has chosen it already.
    const before = session.roles.find((role) => role === dashboardOf(returnTo));
    if (before === undefined) return { kind: 'choose', returnTo };
    chooseRole(before);
  }
  return { kind: 'welcome', greeting: greetingOf(useSession.getState()), returnTo };
}

function greetingOf(session: SessionState): string {
  const byDefault = session.defaultRole !== null && session.defaultRole === session.activeRole;
  return `Welcome, ${byDefault ? session.activeRole : displayName(session)}`;
}

/** The address of a role's dashboard, or of something below it. */
const DASHBOARD = /^\/dashboard\/([^/]+)/;

/** Returns the role whose dashboard an address names, also as addresses were before tools had their own; null for none. */
function dashboardOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address, 'http://portal.invalid');
  if (pathname === '/dashboard') return searchParams.get('section');
  return DASHBOARD.exec(pathname)?.[1]?.toLowerCase() ?? null;
}

/** Returns where a chosen role leads: another page that was asked for, or the dashboard of that very role. */
export function afterChoosing(returnTo: string): string {
  return returnTo.startsWith('/dashboard') ? '/dashboard' : returnTo;
}

const generalFailure = { kind: 'failed', message: messages.failed, invalid: false } as const;

function failed(problem: ApiProblem): SignInFailed {
  if (problem.code === 'misconfigured') return { ...generalFailure, message: problem.detail, detail: null };
  // 400: a token or code that no mail could have held, or an address that is none.
  if (problem.status === 401 || problem.status === 400) {
    return { kind: 'failed', message: messages.linkInvalid, detail: null, invalid: true };
  }
  return { ...generalFailure, detail: withPause(problem) };
}

/** Returns a refusal's own words, with the time to wait where the server gives one. */
export function withPause({ detail, retryAfter }: ApiProblem): string {
  if (!retryAfter) return detail;
  const minutes = Math.ceil(retryAfter / 60);
  return `${detail} Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
