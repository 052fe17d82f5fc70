import type { Role } from '@cytocomm/contract';
import { create } from 'zustand';
import './single-instance.ts';

/** `unknown`: the server was not asked yet, or could not be reached (`failure` says why). */
export type SessionStatus = 'unknown' | 'restoring' | 'signed-out' | 'signed-in';

/** The state of a tab with or without a sign-in. */
interface TabState {
  /** `email` is what the dialog offers first. */
  readonly signIn: { readonly open: boolean; readonly returnTo: string; readonly email?: string | undefined };
  /** Whether the dialog asks the person who is signed in to confirm that it is them. */
  readonly confirming: boolean;
  /** Why a session that was open here is not any more; a sentence for people. */
  readonly ended: string | null;
  /** Why the server could not be asked; a sentence for people. */
  readonly failure: string | null;
}

/** Somebody is signed in. */
export interface SignedIn extends TabState {
  readonly status: 'signed-in';
  readonly email: string;
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** The role this person chose to start with. */
  readonly defaultRole: Role | null;
  /** The role whose dashboard is shown. */
  readonly activeRole: Role | null;
  /** The role whose dashboard an admin previews, read-only; null outside of a preview. */
  readonly previewAs: Role | null;
  /** Whether a role demands a passkey that the person has to add before anything else. */
  readonly passkeyNeeded: boolean;
  readonly endedEmail: null;
  /** Only ever in memory; null until the first call needs one. */
  readonly idToken: string | null;
  /** When the ID token ends, by this computer's clock, in ms since 1970; 0 without one. */
  readonly expiresAt: number;
}

/** Without a sign-in, as far as this tab knows. */
export interface NotSignedIn extends TabState {
  readonly status: Exclude<SessionStatus, 'signed-in'>;
  readonly email: null;
  readonly name: null;
  /** Empty. */
  readonly roles: readonly Role[];
  readonly defaultRole: null;
  readonly activeRole: null;
  readonly previewAs: null;
  readonly passkeyNeeded: false;
  /** Whose session has ended by itself, to be offered at the next sign-in. */
  readonly endedEmail: string | null;
  readonly idToken: null;
  readonly expiresAt: 0;
}

/** Who is using this tab. */
export type SessionState = SignedIn | NotSignedIn;

/** The fields of a person without a sign-in. */
export const NOT_SIGNED_IN = {
  email: null,
  name: null,
  roles: [],
  defaultRole: null,
  activeRole: null,
  previewAs: null,
  passkeyNeeded: false,
  endedEmail: null,
  idToken: null,
  expiresAt: 0,
  failure: null,
} satisfies Partial<NotSignedIn>;

/** The session as a React hook; outside of components `useSession.getState()` and `useSession.subscribe()`. */
export const useSession = create<SessionState>()(() => ({
  ...NOT_SIGNED_IN,
  status: 'unknown',
  signIn: { open: false, returnTo: '/dashboard' },
  confirming: false,
  ended: null,
}));

/** Selector: the name to greet with, `User` when unknown (specification, section 9). */
export const displayName = (state: SessionState): string => state.name ?? 'User';
