import type { Request, Response } from 'express';
import type { AccessRule, Principal } from './access.ts';
import { ApiError, notSignedIn } from './problem.ts';

/** Who stands behind a credential; the auth domain answers from the session store and the user's record. */
export interface Identity {
  hasCookie(req: Request): boolean;
  /** `visit`: the call shows that the person is there, and moves the end of the session. */
  bySession(req: Request, res: Response, visit: boolean): Promise<Principal | null>;
  byToken(token: string): Promise<Principal | null>;
}

const READING = new Set(['GET', 'HEAD']);

function bearerToken(req: Request): string | undefined {
  const header = req.headers.authorization;
  if (header === undefined) return undefined;
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(header) ?? [];
  if (token === undefined) throw notSignedIn('The Authorization header holds no bearer token.');
  return token;
}

function refuseForeign(req: Request, publicUrl: string, hasCookie: boolean): void {
  const origin = req.headers.origin;
  const site = req.headers['sec-fetch-site'];
  const foreign =
    (origin !== undefined && origin !== publicUrl) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (hasCookie && origin === undefined && site === undefined);
  if (foreign) throw new ApiError(403, 'foreign-origin', 'This call is answered to pages of the portal itself only.');
}

/**
 * Finds out who makes a call: by the ID token when there is one, else by the session cookie. The cookie alone
 * counts for reading, and under /api/auth for pages of the portal itself; so no other site can act in a person's name.
 */
export async function identify(
  rule: AccessRule,
  identity: Identity,
  publicUrl: string,
  req: Request,
  res: Response,
): Promise<Principal | null> {
  if (rule.credentials === 'none') return null;
  const hasCookie = identity.hasCookie(req);
  if (rule.credentials === 'own-origin') refuseForeign(req, publicUrl, hasCookie);
  const token = bearerToken(req);
  if (token !== undefined) {
    const person = await identity.byToken(token);
    if (person === null) throw notSignedIn('The ID token is not valid any more.');
    return person;
  }
  const ownOrigin = rule.credentials === 'own-origin';
  return hasCookie && (ownOrigin || READING.has(req.method)) ? identity.bySession(req, res, ownOrigin) : null;
}
