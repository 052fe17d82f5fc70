import type { Request, Response } from 'express';
import { type AccessRule, type Caller, isTeam, type Principal, type TeamToken } from '../calls/access.ts';
import { ApiError, notSignedIn } from '../calls/problem.ts';

/** Identifies users by credentials; implemented by the auth domain. */
export interface Identity {
  hasCookie(req: Request): boolean;
  /** Returns the user of the session cookie. `visit` keeps the session loaded, so that the call can extend it. */
  bySession(req: Request, res: Response, visit: boolean): Promise<Principal | null>;
  byToken(token: string): Promise<Principal | null>;
  byTeamToken(token: string): Promise<TeamToken | null>;
  /** Returns a caller as they are now, also when the ID token has expired since; null when session or team token are no more. */
  again(caller: Principal | TeamToken): Promise<Caller>;
}

/** How the token of a team begins. */
export const TEAM_TOKEN_PREFIX = 'cyt_';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

function bearerToken(req: Request): string | undefined {
  const header = req.headers.authorization;
  if (header === undefined) return undefined;
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(header) ?? [];
  if (token === undefined) throw notSignedIn('The Authorization header holds no bearer token.');
  return token;
}

function isForeign(req: Request, publicUrl: string, hasCookie: boolean): boolean {
  const origin = req.headers.origin;
  const site = req.headers['sec-fetch-site'];
  return (
    (origin !== undefined && origin !== publicUrl) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (hasCookie && origin === undefined && site === undefined)
  );
}

async function identifyTeam(rule: AccessRule, identity: Identity, token: string): Promise<TeamToken> {
  if (rule.admitTeam === undefined) throw notSignedIn('A team token does not allow this.');
  const team = await identity.byTeamToken(token);
  if (team === null) throw notSignedIn('The team token is unknown, expired or revoked.');
  return team;
}

/** Returns who an identified caller is now; null when there is no such user any more. Throws 401 for a team token that was revoked. */
export async function identifyAgain(identity: Identity, caller: Caller): Promise<Caller> {
  if (caller === null) return null;
  const current = await identity.again(caller);
  if (current === null && isTeam(caller))
    throw notSignedIn('The team token was revoked, or has expired, before the call was complete.');
  return current;
}

/**
 * Returns who makes a call, by the ID token or team token, or else the session cookie; null for an anonymous caller. The cookie alone suffices
 * for reading, and under /api/auth for pages of the portal, so that no other site can act for a user.
 */
export async function identify(
  rule: AccessRule,
  identity: Identity,
  publicUrl: string,
  req: Request,
  res: Response,
): Promise<Caller> {
  if (rule.credentials === 'none') return null;
  const hasCookie = identity.hasCookie(req);
  const isOfOthers = isForeign(req, publicUrl, hasCookie);
  if (rule.credentials === 'known') return hasCookie && !isOfOthers ? identity.bySession(req, res, false) : null;
  if (rule.credentials === 'own-origin' && isOfOthers)
    throw new ApiError(403, 'foreign-origin', 'This call is answered to pages of the portal itself only.');
  const token = bearerToken(req);
  if (token?.startsWith(TEAM_TOKEN_PREFIX)) return identifyTeam(rule, identity, token);
  if (token !== undefined) {
    const principal = await identity.byToken(token);
    if (principal === null) throw notSignedIn('The ID token is not valid any more.');
    return principal;
  }
  const ownOrigin = rule.credentials === 'own-origin';
  return hasCookie && (ownOrigin || SAFE_METHODS.has(req.method)) ? identity.bySession(req, res, ownOrigin) : null;
}
