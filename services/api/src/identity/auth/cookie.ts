import { createHash, randomBytes } from 'node:crypto';
import { sessionCookie, VISITOR_ROLES_COOKIE } from '@cytocomm/composition';
import { sessionKey } from '@cytocomm/composition/node';
import { RETENTION } from '@cytocomm/contract';
import { MongoStore } from 'connect-mongo';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { ApiError } from '../../platform/calls/problem.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Config } from '../../platform/settings/config.ts';
import { LINK_LIFETIME_S } from './magic-link.ts';

/**
 * The marks of browsers that asked for links: a cookie as long-lived as a link, also for unknown addresses. A mail's code
 * works only together with it. One cookie serves all tabs and addresses of a browser.
 */
export interface BrowserMarks {
  /** Sets or prolongs the mark. Returns its hash, which the database stores. */
  mark(req: Request, res: Response): string;
  /** Returns the hash of the browser's mark; undefined without one. */
  of(req: Request): string | undefined;
  /** Clears the mark, if there is one. */
  forget(req: Request, res: Response): void;
}

const BYTES = 32;

function hashOf(mark: string): string {
  return createHash('sha256').update(mark).digest('base64url');
}

/** Creates the marks for a portal with this address. */
export function createBrowserMarks(publicUrl: string): BrowserMarks {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-asked' : 'asked';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);

  const markOf = (req: Request) => pattern.exec(req.headers.cookie ?? '')?.[1];

  return {
    mark: (req, res) => {
      const mark = markOf(req) ?? randomBytes(BYTES).toString('base64url');
      res.cookie(name, mark, { ...options, maxAge: LINK_LIFETIME_S * 1000 });
      return hashOf(mark);
    },
    of: (req) => {
      const mark = markOf(req);
      return mark === undefined ? undefined : hashOf(mark);
    },
    forget: (req, res) => {
      if (markOf(req) !== undefined) res.clearCookie(name, options);
    },
  };
}

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

/** The cookie by which services/web finds the visitors of a canary for some roles. It opens nothing. */
export interface RolesCookie {
  set(res: Response, roles: readonly string[]): void;
  clear(res: Response): void;
}

/** Creates the cookie for a portal with this address. */
export function createRolesCookie(publicUrl: string): RolesCookie {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  return {
    set: (res, roles) => void res.cookie(VISITOR_ROLES_COOKIE, roles.join('.'), { ...options, maxAge: MAX_AGE_MS }),
    clear: (res) => void res.clearCookie(VISITOR_ROLES_COOKIE, options),
  };
}
