import { sessionKey } from '@cytocomm/composition/node';
import { isTeam, type Principal, type TeamToken } from '../../platform/calls/access.ts';
import type { Identity } from '../../platform/http/credentials.ts';
import type { Recheck } from '../../platform/live/hub.ts';
import { groupsOfPerson, type UserRecord, type Users } from '../users/service.ts';
import { carriesCookie, detachSession, MAX_AGE_MS, type SessionLoader } from './cookie.ts';
import type { IdTokens } from './id-token.ts';

/** What an identity is read from. */
export interface IdentitySources {
  readonly users: Pick<Users, 'byEmail' | 'rolesInForce' | 'lacksPasskey'>;
  readonly tokens: IdTokens;
  readonly cookieName: string;
  readonly loadSession: SessionLoader;
  readonly teamTokens: Pick<Identity, 'byTeamToken'> & { byId(id: string): Promise<TeamToken | null> };
}

/** Returns the user of a session; null when it is not in the record or too old. */
async function principalOf(
  { rolesInForce, lacksPasskey }: Pick<Users, 'rolesInForce' | 'lacksPasskey'>,
  user: UserRecord,
  sid: string,
): Promise<Principal | null> {
  const entry = user.sessions?.find((candidate) => candidate.id === sid);
  if (entry === undefined || entry.createdAt.getTime() + MAX_AGE_MS <= Date.now()) return null;
  const roles = await rolesInForce(user);
  const hasPasskey = user.passkeys !== undefined && user.passkeys.length > 0;
  // Only processes that know no second factor keep no proofs. Where there are some, this session's may have given way to later ones.
  const unproved = hasPasskey || user.proofs !== undefined ? new Date(0) : entry.createdAt;
  const defaultRole = roles.find((role) => role === user.defaultRole);
  return {
    userId: String(user._id),
    email: user.email,
    addedAt: user.createdAt,
    name: user.name,
    roles,
    groups: groupsOfPerson(user),
    defaultRole,
    sid,
    provedAt: user.proofs?.findLast(({ id }) => id === sid)?.at ?? unproved,
    hasPasskey,
    lacksPasskey: lacksPasskey(user, roles),
  };
}

/** Returns what reads the person of a live stream anew; null once their session ended or a role of theirs demands a passkey. */
export function personRecheck(users: Pick<Users, 'byEmail' | 'rolesInForce' | 'lacksPasskey'>): Recheck {
  return async ({ email, sid }) => {
    const user = await users.byEmail(email);
    const principal = user === undefined ? null : await principalOf(users, user, sid);
    return principal?.lacksPasskey === true ? null : principal;
  };
}

/**
 * Creates the lookup of the user behind a cookie or token. The user's record holds the active sessions, so one query on
 * every call notices a removed role, a deleted user and a revoked session.
 */
export function createIdentity({ users, tokens, cookieName, loadSession, teamTokens }: IdentitySources): Identity {
  async function principalBy(email: string, sid: string): Promise<Principal | null> {
    const user = await users.byEmail(email);
    return user === undefined ? null : principalOf(users, user, sid);
  }
  return {
    byTeamToken: teamTokens.byTeamToken,
    hasCookie: (req) => carriesCookie(req, cookieName),
    bySession: async (req, res, visit) => {
      await loadSession(req, res);
      const { email } = req.session;
      const sid = sessionKey(req.sessionID);
      if (!visit || email === undefined) detachSession(req);
      return email === undefined ? null : principalBy(email, sid);
    },
    byToken: async (token) => {
      const claims = await tokens.read(token);
      return claims === undefined ? null : principalBy(claims.email, claims.sid);
    },
    again: (caller) => (isTeam(caller) ? teamTokens.byId(caller.id) : principalBy(caller.email, caller.sid)),
  };
}
