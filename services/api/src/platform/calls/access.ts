import { type BuiltInRole, type Role, roleSchema } from '@cytocomm/contract';
import type { Request } from 'express';
import { ApiError, forbidden, invalidFields, notSignedIn } from './problem.ts';

/** The user who makes a call, as stored now. */
export interface Principal {
  readonly userId: string;
  readonly email: string;
  /** When the person was added: before that the address may have been another's. */
  readonly addedAt: Date;
  readonly name: string;
  readonly roles: readonly Role[];
  /** The groups of readers that the user is in. */
  readonly groups: readonly string[];
  readonly defaultRole: Role | undefined;
  /** The id of the session. */
  readonly sid: string;
  /** When the person of this session last proved to be them: by signing in, a passkey or a mailed code. */
  readonly provedAt: Date;
  readonly hasPasskey: boolean;
  /** Whether a role demands a passkey that the person does not have: until then only the calls of /api/auth know them. */
  readonly lacksPasskey: boolean;
  /** The role that an admin previews by this call. */
  readonly previewed?: Role;
}

/** A team that makes a call with its token. */
export interface TeamToken {
  readonly kind: 'team';
  /** The id of the token. */
  readonly id: string;
  /** The one remote that it is for. */
  readonly remote: string;
  readonly name: string;
}

/** How the actor begins where a team has acted by its token. */
export const TEAM_ACTOR = 'token ';

/** Returns how a team is named where a person's e-mail would stand. */
export function teamActor({ remote, name }: Pick<TeamToken, 'remote' | 'name'>): string {
  return `${TEAM_ACTOR}${remote}/${name}`;
}

/** Who makes a call: a user, a team, or null for an anonymous caller. */
export type Caller = Principal | TeamToken | null;

/** A developer or admin. */
export type Operator = Principal;

/** Whether a team makes the call. */
export function isTeam(caller: Caller): caller is TeamToken {
  return caller !== null && 'kind' in caller;
}

/**
 * Who may make a call. Each route has one of these rules.
 * - `credentials: 'usual'`: the cookie suffices for GET and HEAD, everything else needs the ID token.
 * - `credentials: 'own-origin'`: the calls of /api/auth: the cookie counts, from the portal's own origin only.
 * - `credentials: 'known'`: the cookie says who it is, from the portal's own origin; every caller is admitted.
 * - `credentials: 'none'`: the caller is not identified.
 */
export interface AccessRule<Who extends Caller = Caller> {
  readonly says: string;
  /** Ignores `Preview-As`, for calls that a preview makes and that are no GET. */
  readonly ignoresPreview?: true;
  /** Allows a call that is no GET in a preview, as the role of the preview: it changes nothing. */
  readonly changesNothing?: true;
  readonly credentials: 'usual' | 'own-origin' | 'known' | 'none';
  /** It needs no database. All other calls get 503 while it is away or restored, before anything is looked at. */
  readonly withoutDatabase?: true;
  readonly admit: (caller: Principal | null) => Who;
  /** Without it a team token is refused before it is looked up. `params` are those of the address, not checked yet. */
  readonly admitTeam?: (token: TeamToken, params: Readonly<Record<string, unknown>>) => Who;
}

/** Allows everybody, and identifies the caller. */
export const everybody: AccessRule<Principal | null> = {
  says: 'everybody',
  credentials: 'usual',
  admit: (caller) => caller,
};

/** Allows everybody without identifying the caller. */
export const anonymous: AccessRule<null> = { says: 'everybody', credentials: 'none', admit: () => null };

/** Allows everybody, and knows who has a session. */
export const anybody: AccessRule<Principal | null> = {
  says: 'everybody',
  credentials: 'known',
  ignoresPreview: true,
  admit: (caller) => caller,
};

/** Like `anonymous`, for a call that uses no database, or asks by itself whether it can be used. */
export const anonymousWithoutDatabase: AccessRule<null> = { ...anonymous, withoutDatabase: true };

function assertSignedIn(caller: Principal | null): Principal {
  if (caller === null) throw notSignedIn();
  return caller;
}

/** Allows signed-in users, also those without a role. */
export const signedIn: AccessRule<Principal> = { says: 'signed in', credentials: 'usual', admit: assertSignedIn };

/** Allows signed-in users to make a call that changes nothing, also in a preview: as the role of it. */
export const signedInToRead: AccessRule<Principal> = { ...signedIn, changesNothing: true };

/** Allows users with one of these roles. */
export function roles(...allowed: readonly [BuiltInRole, ...BuiltInRole[]]): AccessRule<Principal> {
  return {
    says: allowed.join(', '),
    credentials: 'usual',
    admit: (caller) => {
      const principal = assertSignedIn(caller);
      if (!allowed.some((role) => principal.roles.includes(role))) throw forbidden();
      return principal;
    },
  };
}

/** Allows pages of the portal, signed in or not: for the calls of a sign-in. */
export const ownPages: AccessRule<null> = {
  says: 'everybody, from the portal itself',
  credentials: 'own-origin',
  ignoresPreview: true,
  admit: () => null,
};

/** Allows the user of a session, from pages of the portal. */
export const ownSession: AccessRule<Principal> = {
  says: 'signed in, from the portal itself',
  credentials: 'own-origin',
  admit: assertSignedIn,
};

/** Like `ownSession`, also during a preview: the page still needs tokens. */
export const ownSessionInPreviews: AccessRule<Principal> = { ...ownSession, ignoresPreview: true };

/** Allows developers and admins, who operate the releases. */
export const operators: AccessRule<Operator> = roles('developer', 'admin');

/** Allows developers and admins, and any team's token: what it may do is for the service to decide. */
export const operatorOrAnyTeam: AccessRule<Operator | TeamToken> = {
  ...operators,
  says: 'developer, admin, a team token',
  admitTeam: (token) => token,
};

/** Allows developers and admins, and the team token of the remote in the address. */
export const operatorOrTeam: AccessRule<Operator | TeamToken> = {
  ...operators,
  says: 'developer, admin, a team token of that remote',
  admitTeam: (token, { remote }) => {
    if (remote !== token.remote) throw forbidden(`This token is for ${token.remote} alone.`);
    return token;
  },
};

/** Allows all callers of the operators' listener. */
export const atOperatorsListener: AccessRule<null> = {
  says: 'operators, at their own listener',
  credentials: 'none',
  withoutDatabase: true,
  admit: () => null,
};

/** The header by which an admin previews a role. */
const PREVIEW_HEADER = 'Preview-As';

/** Whether there is a role of this name. */
type IsRole = (role: Role) => Promise<boolean>;

/**
 * Returns the user that a call is authorised as: an admin who previews a role has that role alone. Throws 403 for a change
 * in a preview, and for anybody but admins.
 */
async function authorisedAs(
  rule: AccessRule,
  caller: Principal | null,
  req: Request,
  isRole: IsRole,
): Promise<Principal | null> {
  const requested = req.get(PREVIEW_HEADER);
  if (requested === undefined || rule.credentials === 'none' || rule.ignoresPreview === true || caller === null)
    return caller;
  const noRole = () => invalidFields([{ path: `headers.${PREVIEW_HEADER}`, message: 'is no role' }]);
  const role = roleSchema.safeParse(requested);
  if (!role.success) throw noRole();
  if (!caller.roles.includes('admin')) throw forbidden('Only admins can preview a role.');
  if (!(await isRole(role.data))) throw noRole();
  if (req.method !== 'GET' && req.method !== 'HEAD' && rule.changesNothing !== true) {
    throw new ApiError(403, 'preview', `In the preview as ${role.data} nothing can be changed.`);
  }
  return previewAs(caller, role.data);
}

/** A person who lacks the passkey that a role demands is a visitor, but for the calls by which they add one. */
function admittedPerson(rule: AccessRule, person: Principal | null): Caller {
  if (person?.lacksPasskey !== true || rule.credentials === 'own-origin') return rule.admit(person);
  try {
    return rule.admit(null);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-signed-in') throw error;
    throw new ApiError(403, 'passkey-needed', 'Your role demands a passkey. Add one on your security page first.');
  }
}

/** Returns whom an access rule admits. Throws 401 and 403, and 400 for a preview of a role that does not exist. */
export async function admitted(rule: AccessRule, caller: Caller, req: Request, isRole: IsRole): Promise<Caller> {
  if (!isTeam(caller)) return admittedPerson(rule, await authorisedAs(rule, caller, req, isRole));
  if (rule.admitTeam === undefined) throw forbidden();
  if (req.get(PREVIEW_HEADER) !== undefined) throw forbidden('Only admins can preview a role.');
  return rule.admitTeam(caller, req.params);
}

/** Returns an admin with this role alone, in no group: as most who hold it. */
export function previewAs(admin: Principal, role: Role): Principal {
  return { ...admin, roles: [role], groups: [], defaultRole: undefined, previewed: role };
}
