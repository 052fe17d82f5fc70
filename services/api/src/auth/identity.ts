import type { Request, Response } from 'express';
import type { Principal } from '../http/access.ts';
import type { Identity } from '../http/credentials.ts';
import { rolesOf, type UserRecord, type Users } from '../users/service.ts';
import { carriesCookie, detachSession, MAX_AGE_MS, sessionKey } from './cookie.ts';
import type { IdTokens } from './id-token.ts';

/** What finding out who is asking takes. */
export interface IdentitySources {
  readonly users: Pick<Users, 'byEmail'>;
  readonly tokens: IdTokens;
  readonly cookieName: string;
  readonly loadSession: (req: Request, res: Response) => Promise<void>;
}

/** The person as the record says, if the session is one of those that count. */
export function principalOf(record: UserRecord, sid: string): Principal | null {
  const entry = record.sessions?.find((candidate) => candidate.id === sid);
  if (entry === undefined || entry.createdAt.getTime() + MAX_AGE_MS <= Date.now()) return null;
  const roles = rolesOf(record);
  const defaultRole = roles.find((role) => role === record.defaultRole);
  return { userId: String(record._id), email: record.email, name: record.name, roles, defaultRole, sid };
}

/**
 * Finds the person behind a cookie or token. The user's record decides on every call and holds the sessions that count, so
 * one lookup shows a role taken away, a deleted user and a revoked session alike.
 */
export function createIdentity({ users, tokens, cookieName, loadSession }: IdentitySources): Identity {
  async function personOf(email: string, sid: string): Promise<Principal | null> {
    const record = await users.byEmail(email);
    return record === undefined ? null : principalOf(record, sid);
  }
  return {
    hasCookie: (req) => carriesCookie(req, cookieName),
    bySession: async (req, res, visit) => {
      await loadSession(req, res);
      const { email } = req.session;
      const sid = sessionKey(req.sessionID);
      if (!visit || email === undefined) detachSession(req);
      return email === undefined ? null : personOf(email, sid);
    },
    byToken: async (token) => {
      const claims = await tokens.read(token);
      return claims === undefined ? null : personOf(claims.email, claims.sid);
    },
  };
}
