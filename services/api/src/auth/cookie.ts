import { createHash } from 'node:crypto';
import { RETENTION } from '@cytocomm/contract';
import { MongoStore } from 'connect-mongo';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { ApiError } from '../http/problem.ts';

/** A session ends after this long without a visit. */
export const IDLE_MS = RETENTION.sessionIdleHours * 3600 * 1000;
/** And after this long in any case. */
export const MAX_AGE_MS = RETENTION.sessionDays * 24 * 3600 * 1000;
/** How often a visit moves the end of a session, in seconds. */
const TOUCH_AFTER_S = 60;

declare module 'express-session' {
  interface SessionData {
    /** The person who signed in. */
    email: string;
    /** When the ID token was last asked for; writing it moves the end of the session and of the cookie. */
    seenAt: number;
  }
}

/** The id by which the server speaks of a session: the cookie's own value is never stored or shown. */
export function sessionKey(cookieId: string): string {
  return createHash('sha256').update(cookieId).digest('base64url');
}

/** The name of the session cookie; the prefix binds it to https and to this host. */
export function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-portal' : 'portal';
}

/** Loads the session of a request on demand; most requests never need it. */
export function sessionLoader(config: Config, database: Database): (req: Request, res: Response) => Promise<void> {
  const secure = config.publicUrl.startsWith('https:');
  const store = MongoStore.create({
    clientPromise: database.client,
    collectionName: 'sessions',
    // The model states the index, with all the others.
    autoRemove: 'disabled',
    stringify: true,
    touchAfter: TOUCH_AFTER_S,
    transformId: sessionKey,
  });
  const handler: RequestHandler = session({
    name: cookieName(config.publicUrl),
    secret: [...config.sessionSecrets],
    store,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    // Behind https the edge proxy says so by X-Forwarded-Proto.
    proxy: secure,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: IDLE_MS },
  });
  return (req, res) =>
    new Promise((resolve, reject) => {
      handler(req, res, (error?: unknown) => (error === undefined || error === null ? resolve() : reject(error)));
    });
}

/**
 * Throws when no cookie could be set: the portal is reached by https, and nobody says that this request was. Without this the
 * session would be opened and its cookie left out, and nobody would know why the next call is refused.
 */
export function assertCookieCanBeSet(config: Config, req: Request): void {
  if (!config.publicUrl.startsWith('https:')) return;
  const [protocol = ''] = (req.get('x-forwarded-proto') ?? '').split(',', 1);
  if (protocol.trim().toLowerCase() === 'https') return;
  throw new ApiError(
    500,
    'https-unknown',
    'You cannot be signed in: the proxy before the portal does not say that you came by https (X-Forwarded-Proto). Your link and your code still work when it does.',
  );
}

/** Lets go of a session that was only looked at, or is over: otherwise it would be written back when the answer is out. */
export function detachSession(req: Request): void {
  Reflect.deleteProperty(req, 'session');
}

/** Whether a request carries the session cookie, valid or not. */
export function carriesCookie(req: Request, name: string): boolean {
  return req.headers.cookie?.split(';').some((pair) => pair.trimStart().startsWith(`${name}=`)) ?? false;
}
