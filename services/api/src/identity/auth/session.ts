import { sessionCookie } from '@cytocomm/composition';
import { sessionKey } from '@cytocomm/composition/node';
import type { Request, Response } from 'express';
import type { Principal } from '../../platform/calls/access.ts';
import { notSignedIn } from '../../platform/calls/problem.ts';
import type { Config } from '../../platform/settings/config.ts';
import { createRolesCookie, detachSession, type SessionLoader } from './cookie.ts';
import type { Auth, OpenedSession } from './service.ts';

/** The sessions of browsers: the cookie, what the store keeps under it, and the entry in the user's record. */
export interface BrowserSessions {
  /** Opens a session in place of the one that the browser has. Throws 401 when the user was deleted or signed out meanwhile. */
  open(req: Request, res: Response, ...opened: OpenedSession): Promise<void>;
  /** Postpones the end of the session of a call. Throws 401 when there is none, or it was ended meanwhile. */
  extend(req: Request, principal: Principal): Promise<void>;
  /** Clears the cookie and what the browser has cached. */
  close(req: Request, res: Response): void;
}

/** Renews the session id of the browser: one that was planted before the sign-in is worthless. */
function renewId(req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    req.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function save(req: Request): Promise<void> {
  // The store deletes this while it saves; the session would count as changed, and be saved again after the response.
  Reflect.deleteProperty(req.session, 'lastModified');
  return new Promise((resolve, reject) => {
    req.session.save((error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Creates the sessions of browsers; `clearTheirCookies` clears those that other domains set for a signed-in person. */
export function createBrowserSessions(
  config: Config,
  auth: Auth,
  loadSession: SessionLoader,
  clearTheirCookies: (res: Response) => void,
): BrowserSessions {
  const secure = config.publicUrl.startsWith('https:');
  const rolesCookie = createRolesCookie(config.publicUrl);

  /** Saves the session of a call, unless it was ended since the call began. */
  async function saveUnlessEnded(req: Request, email: string, message?: string): Promise<void> {
    req.session.seenAt = Date.now();
    await save(req);
    if (await auth.isActive({ email, sid: sessionKey(req.sessionID) })) return;
    detachSession(req);
    throw notSignedIn(message);
  }

  return {
    open: async (req, res, user, origin, ...more) => {
      await loadSession(req, res);
      const { email: previousEmail } = req.session;
      if (previousEmail !== undefined) await auth.replaceSession(previousEmail, sessionKey(req.sessionID), origin);
      await renewId(req);
      await auth.openSession(sessionKey(req.sessionID), user, origin, ...more);
      req.session.email = user.email;
      await saveUnlessEnded(req, user.email, 'There is no such user any more.');
    },

    extend: async (req, principal) => {
      // A token must not prolong itself: only the session yields a new one.
      if (req.session === undefined) throw notSignedIn('The session cookie is needed for a new token.');
      await saveUnlessEnded(req, principal.email);
    },

    close: (req, res) => {
      detachSession(req);
      // Documents are in the cache. Not "storage": other tabs keep unsent texts there.
      res.setHeader('Clear-Site-Data', '"cache"');
      res.clearCookie(sessionCookie(config.publicUrl), { path: '/', httpOnly: true, sameSite: 'lax', secure });
      rolesCookie.clear(res);
      clearTheirCookies(res);
    },
  };
}
