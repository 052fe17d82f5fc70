import { randomUUID } from 'node:crypto';
import { sessionKey } from '@cytocomm/composition/node';
import { type IdToken, idTokenClaimsSchema } from '@cytocomm/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { isTeam, type Principal, type TeamToken } from '../../platform/calls/access.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Identity } from '../../platform/http/credentials.ts';
import type { Recheck } from '../../platform/live/hub.ts';
import type { Config } from '../../platform/settings/config.ts';
import { deriveKeys } from '../../platform/settings/keys.ts';
import { groupsOfPerson, type UserRecord, type Users } from '../users/service.ts';
import { carriesCookie, detachSession, MAX_AGE_MS, type SessionLoader } from './cookie.ts';

const LIFETIME_S = 5 * 60;
const ALGORITHM = 'HS256';
const AUDIENCE = 'cytocomm-portal-api';

/** How many verified tokens a process caches. */
const MAX_CACHED = 5000;

interface Verified {
  readonly email: string;
  readonly sid: string;
  readonly exp: number;
}

/** Creates and verifies ID tokens. */
export interface IdTokens {
  mint(principal: Principal): Promise<IdToken>;
  /** Returns the user and session of a token; undefined when it is invalid, expired or for another purpose. */
  read(token: string): Promise<{ readonly email: string; readonly sid: string } | undefined>;
}

type Clock = Pick<Database, 'now' | 'askNow'>;
const OWN_CLOCK: Clock = { now: () => new Date(), askNow: async () => new Date() };

/**
 * Creates the ID tokens of a portal. `clock` is the process's own by default. It is asked for each new token, and before one is
 * called expired: a token is made by one process and read by all, of which some may not know yet that the clock was moved.
 */
export function createIdTokens(config: Pick<Config, 'publicUrl' | 'tokenSecrets'>, clock: Clock = OWN_CLOCK): IdTokens {
  const keys = deriveKeys(config.tokenSecrets, 'id-token');
  // A page sends one token with all its calls for five minutes: the signature is checked once. Whether the session is still
  // active is not cached: the user's record decides on each call.
  const verified = new Map<string, Verified>();

  async function verifyWith(key: Buffer, token: string, time?: Date): Promise<Verified | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: config.publicUrl,
        audience: AUDIENCE,
        currentDate: time ?? clock.now(),
        requiredClaims: ['exp', 'sub', 'sid'],
      });
      const claims = idTokenClaimsSchema.safeParse(payload);
      return claims.success ? { email: claims.data.sub, sid: claims.data.sid, exp: claims.data.exp } : undefined;
    } catch (error) {
      if (error instanceof errors.JWTExpired && time === undefined) return verifyWith(key, token, await clock.askNow());
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  async function verify(token: string): Promise<Verified | undefined> {
    for (const key of keys) {
      const claims = await verifyWith(key, token);
      if (claims !== undefined) return claims;
    }
    return undefined;
  }

  return {
    mint: async (principal) => {
      const now = Math.floor((await clock.askNow()).getTime() / 1000);
      const role = principal.defaultRole === undefined ? {} : { role: principal.defaultRole };
      const idToken = await new SignJWT({
        name: principal.name,
        roles: [...principal.roles],
        sid: principal.sid,
        ...role,
        ...(principal.lacksPasskey ? { passkeyNeeded: true } : {}),
      })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(principal.email)
        .setIssuer(config.publicUrl)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_S)
        .setJti(randomUUID())
        .sign(keys[0]);
      return { idToken, expiresAt: new Date((now + LIFETIME_S) * 1000).toISOString() };
    },
    read: async (token) => {
      const cached = verified.get(token);
      if (cached !== undefined && cached.exp > clock.now().getTime() / 1000) return cached;
      const claims = await verify(token);
      if (claims === undefined) return undefined;
      // The oldest first: a Map keeps insertion order.
      const [oldest] = verified.size >= MAX_CACHED ? verified.keys() : [];
      if (oldest !== undefined) verified.delete(oldest);
      verified.set(token, claims);
      return claims;
    },
  };
}

/** Dependencies of `createIdentity`. */
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
