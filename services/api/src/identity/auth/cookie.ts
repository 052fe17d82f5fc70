import { sessionCookie } from '@cytocomm/composition';
import { sessionKey } from '@cytocomm/composition/node';
import { RETENTION } from '@cytocomm/contract';
import { MongoStore } from 'connect-mongo';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Config } from '../../platform/settings/config.ts';

/** How long a session lasts without a visit, in ms. */
const IDLE_MS = RETENTION.sessionIdleHours * 3600 * 1000;
/** How long a session lasts at most, in ms. */
export const MAX_AGE_MS = RETENTION.sessionDays * 24 * 3600 * 1000;
/** How often a visit postpones the end of a session, in seconds. */
const TOUCH_AFTER_S = 60;

declare module 'express-session' {
  interface SessionData {
    /** The address of the user who signed in. */
    email: string;
    /** When the last ID token was made, in ms; setting it postpones the end of session and cookie. */
    seenAt: number;
  }
}

/** Loads the session of a request into `req.session`. */
export type SessionLoader = (req: Request, res: Response) => Promise<void>;

/** Returns a loader to call on demand: most requests need no session. */
export function sessionLoader(config: Config, database: Database): SessionLoader {
  const secure = config.publicUrl.startsWith('https:');
  const store = MongoStore.create({
    clientPromise: database.client,
    collectionName: 'sessions',
    // The model declares the index, with all the others.
    autoRemove: 'disabled',
    stringify: true,
    touchAfter: TOUCH_AFTER_S,
    transformId: sessionKey,
  });
  const handler: RequestHandler = session({
    name: sessionCookie(config.publicUrl),
    secret: [...config.sessionSecrets],
    store,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    // The edge proxy reports https by X-Forwarded-Proto.
    proxy: secure,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: IDLE_MS },
  });
  return (req, res) =>
    new Promise((resolve, reject) => {
      handler(req, res, (error?: unknown) => (error === undefined || error === null ? resolve() : reject(error)));
    });
}

/**
 * Throws 500 when no cookie can be set: the portal uses https, and no proxy says that this request did. Otherwise the session
 * would open without a cookie, and the next call would be refused without a reason.
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

/** Detaches a session that was only read, or is over: express-session would save it again after the response. */
export function detachSession(req: Request): void {
  Reflect.deleteProperty(req, 'session');
}

/** Whether a request carries the session cookie, valid or not. */
export function carriesCookie(req: Request, name: string): boolean {
  return req.headers.cookie?.split(';').some((pair) => pair.trimStart().startsWith(`${name}=`)) ?? false;
}
