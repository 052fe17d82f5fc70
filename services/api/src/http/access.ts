import type { Role } from '@cytocomm/contract';
import { forbidden, notSignedIn } from './problem.ts';

/** Who makes a call, as the user's record says at this moment. */
export interface Principal {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly defaultRole: Role | undefined;
  /** The session behind the cookie or the token. */
  readonly sid: string;
  /** The role that an admin previews with this call. */
  readonly previewed?: Role;
}

/**
 * Who may make a call. Every route states one of these rules.
 * - `credentials: 'usual'`: the cookie suffices for GET and HEAD, everything else needs the ID token.
 * - `credentials: 'own-origin'`: the calls of /api/auth: the cookie counts, from the portal's own origin only.
 * - `credentials: 'none'`: nobody is asked who they are.
 */
export interface AccessRule<Who extends Principal | null = Principal | null> {
  readonly says: string;
  /** `Preview-As` counts for nothing: the call is no GET, but in a preview it is made as well, and changes nothing that a role may or may not. */
  readonly ignoresPreview?: true;
  readonly credentials: 'usual' | 'own-origin' | 'none';
  readonly admit: (caller: Principal | null) => Who;
}

/** Everybody; the handler still learns who is signed in, because some see more. */
export const everybody: AccessRule<Principal | null> = {
  says: 'everybody',
  credentials: 'usual',
  admit: (caller) => caller,
};

/** Everybody, and nobody is asked who they are. */
export const anonymous: AccessRule<null> = { says: 'everybody', credentials: 'none', admit: () => null };

function someone(caller: Principal | null): Principal {
  if (caller === null) throw notSignedIn();
  return caller;
}

/** Whoever is signed in, with or without a role. */
export const signedIn: AccessRule<Principal> = { says: 'signed in', credentials: 'usual', admit: someone };

/** Whoever holds one of these roles. */
export function roles(...allowed: readonly [Role, ...Role[]]): AccessRule<Principal> {
  return {
    says: allowed.join(', '),
    credentials: 'usual',
    admit: (caller) => {
      const person = someone(caller);
      if (!allowed.some((role) => person.roles.includes(role))) throw forbidden();
      return person;
    },
  };
}

/** A page of the portal itself, whoever looks at it: the calls that lead to a session. */
export const ownPages: AccessRule<null> = {
  says: 'everybody, from the portal itself',
  credentials: 'own-origin',
  ignoresPreview: true,
  admit: () => null,
};

/** The person behind the session, from a page of the portal itself. */
export const ownSession: AccessRule<Principal> = {
  says: 'signed in, from the portal itself',
  credentials: 'own-origin',
  admit: someone,
};

/** The same, also for an admin who previews a role: the page goes on asking for tokens then. */
export const ownSessionInPreviews: AccessRule<Principal> = { ...ownSession, ignoresPreview: true };

/** Operators: the listener that only they reach is the rule. */
export const operators: AccessRule<null> = {
  says: 'operators, at their own listener',
  credentials: 'none',
  admit: () => null,
};
