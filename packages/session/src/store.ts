import type { Role } from '@cytocomm/contract';
import { create } from 'zustand';
import './single-instance.ts';

/** `unknown`: nobody has asked the server yet, or it could not be asked (then `failure` says why). */
export type SessionStatus = 'unknown' | 'restoring' | 'signed-out' | 'signed-in';

/** Who is using this tab. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly email: string | null;
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** The role this person chose to start with. */
  readonly defaultRole: Role | null;
  /** The role whose dashboard is shown. */
  readonly activeRole: Role | null;
  /** The role whose dashboard an admin previews, read-only; null outside of a preview. */
  readonly previewAs: Role | null;
  /** Only ever in memory. */
  readonly idToken: string | null;
  /** When the ID token ends, by this computer's clock, in milliseconds. */
  readonly expiresAt: number;
  readonly signIn: { readonly open: boolean; readonly returnTo: string };
  /** Why a session that was open here is not any more; a sentence for people. */
  readonly ended: string | null;
  /** Whose session has ended by itself, to be offered at the next sign-in. */
  readonly endedEmail: string | null;
  /** Why the server could not be asked; a sentence for people. */
  readonly failure: string | null;
}

/** Nobody signed in, nothing known about a person. */
export const nobody = {
  email: null,
  name: null,
  roles: [],
  defaultRole: null,
  activeRole: null,
  previewAs: null,
  endedEmail: null,
  idToken: null,
  expiresAt: 0,
  failure: null,
} satisfies Partial<SessionState>;

/** The session as a React hook; outside of components `useSession.getState()` and `useSession.subscribe()`. */
export const useSession = create<SessionState>()(() => ({
  ...nobody,
  status: 'unknown',
  signIn: { open: false, returnTo: '/dashboard' },
  ended: null,
}));

/** Selector: the name to greet with, `User` when unknown (specification, section 9). */
export const displayName = (state: SessionState): string => state.name ?? 'User';
