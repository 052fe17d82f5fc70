import type { SignedIn } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { Core } from '../../platform/core.ts';
import { NEVER } from '../users/list-fields.ts';
import type { UserRecord, Users } from '../users/service.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { registerNewBrowserMail } from './new-browser-mail.ts';
import type { BrowserSessions } from './session.ts';
import type { Origin } from './sign-in-notes.ts';

/**
 * Opens the session of a person who has proved all that is asked of them. Returns what the page is told. The session is fresh
 * unless `provedAt` says that they did so before now.
 */
export type FinishSignIn = (
  call: { readonly req: Request; readonly res: Response },
  user: UserRecord,
  returnTo: string,
  origin: Origin,
  provedAt?: Date,
) => Promise<SignedIn>;

/** Creates it. A person who signs in where they have not signed in before is told by mail, but for the very first time. */
export function createFinishSignIn(core: Core, users: Users, sessions: BrowserSessions): FinishSignIn {
  const known = createKnownBrowsers(core.config);
  const queueMail = registerNewBrowserMail(core, users);
  return async ({ req, res }, user, returnTo, origin, provedAt = core.database.now()) => {
    const isNewBrowser = !known.knows(req, user) && (user.lastSignInAt ?? NEVER) > NEVER;
    await sessions.open(req, res, user, origin, provedAt);
    if (core.config.newBrowserMail) {
      known.learn(req, res, user);
      if (isNewBrowser) await queueMail(user.email, origin);
    }
    const roles = [...(await users.rolesInForce(user))];
    const role = roles.find((each) => each === user.defaultRole);
    return {
      name: user.name,
      roles,
      returnTo,
      ...(role === undefined ? {} : { role }),
      ...(users.lacksPasskey(user, roles) ? { passkeyNeeded: true } : {}),
    };
  };
}
