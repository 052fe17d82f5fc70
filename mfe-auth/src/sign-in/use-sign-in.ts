import type { CompanySignInAnswer } from '@cytocomm/contract';
import { toast, useLocation, useNavigate } from '@cytocomm/kit';
import { readRememberedEmail, restore, useSession } from '@cytocomm/session';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  completeByCompany,
  completeSignIn,
  isDeadLink,
  messages,
  outcomeFor,
  type SignInFailed,
  type SignInOutcome,
  type SignInProof,
} from './complete-sign-in.ts';

/** Returns text without one round of percent signs; what cannot be read stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the token in the address of a sign-in link; null for none. Machines on its way may have encoded the fragment, made a
 * query of it, or put something behind it.
 */
export function tokenOf({ hash, search }: { readonly hash: string; readonly search: string }): string | null {
  for (const part of [hash, decoded(hash), decoded(search)]) {
    const token = new URLSearchParams(part.replace(/^[?#&]+/, '')).get('token');
    if (token) return /eyJ[\w.-]*\w/.exec(token)?.[0] ?? token;
  }
  return null;
}

/** Returns the address that a link was mailed to, as its token says; null for a token that says none. */
export function emailInToken(token: string): string | null {
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { destination }: { destination?: unknown } = JSON.parse(atob(claims));
    return typeof destination === 'string' ? destination : null;
  } catch {
    return null;
  }
}

/** Where a sign-in stands. */
export type SignInStep =
  | { readonly kind: 'working' }
  | { readonly kind: 'ask-email'; readonly token: string }
  | { readonly kind: 'email-refused'; readonly token: string }
  | { readonly kind: 'choose'; readonly returnTo: string }
  | { readonly kind: 'no-roles' }
  | { readonly kind: 'second-factor'; readonly email: string | null }
  | (SignInFailed & { readonly attempt: { readonly email: string; readonly proof: SignInProof } | null });

/** Steps at which a sign-in in another tab is all that was wanted. */
const WAITING: readonly SignInStep['kind'][] = ['ask-email', 'email-refused', 'failed'];

/** Whether this browser is signed in as the person whom a link names: nothing is left to do then. */
async function isSignedInBy(token: string): Promise<boolean> {
  await restore();
  const { status, email } = useSession.getState();
  return status === 'signed-in' && email === emailInToken(token);
}

const noLink: SignInStep = {
  kind: 'failed',
  message: messages.linkInvalid,
  detail: null,
  invalid: true,
  attempt: null,
};

/** Returns what the company's provider sent the browser back with; null when it did not. */
function companyAnswerOf(search: string): CompanySignInAnswer | null {
  const fields = new URLSearchParams(search);
  const state = fields.get('state');
  if (state === null) return null;
  const iss = fields.get('iss');
  const answer = { state, ...(iss === null ? {} : { iss }) };
  const code = fields.get('code');
  return code ? { ...answer, code } : { ...answer, error: fields.get('error') || 'no_code' };
}

/** The specification's sign-in from the e-mailed link, step by step (section 4). */
export function useSignIn() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState<SignInStep>({ kind: 'working' });
  // A sign-in must not start twice: a link works once, and effects may run more than once.
  const begunWith = useRef<string | null>(null);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const finish = (outcome: SignInOutcome, attempt: { email: string; proof: SignInProof } | null) => {
    if (!isMounted.current) return;
    if (outcome.kind === 'welcome') {
      toast.success(outcome.greeting);
      navigate(outcome.returnTo, { replace: true });
    } else setStep(outcome.kind === 'failed' ? { ...outcome, attempt } : outcome);
  };

  const complete = async (email: string, proof: SignInProof) => {
    setStep({ kind: 'working' });
    const outcome = await completeSignIn(email, proof);
    const isSpent = outcome.kind === 'failed' && outcome.invalid;
    if (isSpent && 'token' in proof && (await isSignedInBy(proof.token))) finish(outcomeFor(undefined), null);
    else finish(outcome, { email, proof });
  };

  /** Another browser than the one that asked: the e-mail is needed, unless the link does not work anyway. */
  const withoutEmail = async (token: string) => {
    const [isDead, isDone] = await Promise.all([isDeadLink(token), isSignedInBy(token)]);
    if (isDone) finish(outcomeFor(undefined), null);
    else if (isMounted.current) setStep(isDead ? noLink : { kind: 'ask-email', token });
  };

  const withCompany = async (answer: CompanySignInAnswer) => finish(await completeByCompany(answer), null);

  /** The page opened without a link: somebody signed in already may still have to choose a dashboard. */
  const withoutLink = async () => {
    await restore();
    if (useSession.getState().status === 'signed-in') {
      finish(outcomeFor(new URLSearchParams(search).get('returnTo') ?? undefined), null);
    } else if (isMounted.current) setStep(noLink);
  };

  const begin = useEffectEvent((token: string | null) => {
    if (token === null) {
      if (begunWith.current !== null) return;
      begunWith.current = '';
      const answer = companyAnswerOf(search);
      if (answer === null) return void withoutLink();
      navigate(pathname, { replace: true });
      return void withCompany(answer);
    }
    if (begunWith.current === token) return;
    begunWith.current = token;
    // Out of the address bar and the history at once, before anything else can go wrong.
    navigate(pathname, { replace: true });
    const email = readRememberedEmail();
    if (email === null) void withoutEmail(token);
    else void complete(email, { token });
  });
  useEffect(() => begin(tokenOf({ hash, search })), [hash, search]);

  const email = useSession((session) => session.email);
  const goOn = useEffectEvent((signedIn: string | null) => {
    const addressee = begunWith.current === null ? null : emailInToken(begunWith.current);
    if (signedIn === null || signedIn !== addressee || !WAITING.includes(step.kind)) return;
    finish(outcomeFor(undefined), null);
  });
  useEffect(() => goOn(email), [email]);

  return {
    step,
    complete: (email: string, proof: SignInProof) => void complete(email, proof),
    askEmail: (token: string) => setStep({ kind: 'ask-email', token }),
    refuseEmail: (token: string) => setStep({ kind: 'email-refused', token }),
    /** Takes over how the second step ended. */
    finishSecondStep: (outcome: SignInOutcome) => finish(outcome, null),
  };
}
