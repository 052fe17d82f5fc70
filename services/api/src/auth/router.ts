import {
  checkLink,
  completeSignIn,
  listDevices,
  logOut,
  logOutEverywhere,
  mintIdToken,
  requestMagicLink,
  revokeDevice,
  safeReturnTo,
  setDefaultRole,
} from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { Core } from '../core.ts';
import { ownPages, ownSession, ownSessionInPreviews } from '../http/access.ts';
import { notSignedIn, rateLimited } from '../http/problem.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import { clientKey } from '../limits/client-key.ts';
import type { Enqueue } from '../mail/service.ts';
import { rolesOf } from '../users/service.ts';
import type { AskingBrowsers } from './asking-browser.ts';
import type { Completion } from './completion.ts';
import { assertCookieCanBeSet, detachSession, sessionKey } from './cookie.ts';
import type { IdTokens } from './id-token.ts';
import type { Auth } from './service.ts';
import type { LinkRequest } from './sign-in-mail.ts';
import type { SignInNotes } from './sign-in-notes.ts';
import type { TokenReader } from './strategy.ts';

const ASKED = { message: 'If this address is approved, a sign-in link is on its way to it.' };

/** What signing in and out needs. */
export interface AuthRoutesParts {
  readonly auth: Auth;
  readonly completion: Completion;
  readonly browsers: AskingBrowsers;
  readonly tokens: IdTokens;
  readonly readToken: TokenReader;
  readonly sendLink: Enqueue<LinkRequest>;
  readonly notes: SignInNotes;
  readonly cookieName: string;
  readonly loadSession: (req: Request, res: Response) => Promise<void>;
}

const originOf = (call: { clientAddress: string; userAgent: string }) => ({
  from: call.clientAddress,
  userAgent: call.userAgent,
});

/** A new session id for the person who just signed in: one that was planted before is worth nothing. */
function renew(req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    req.session.regenerate((error?: unknown) => (error ? reject(error) : resolve()));
  });
}

function save(req: Request): Promise<void> {
  // The store takes this away while it saves; the session would then count as changed, and be stored again when the answer is out.
  Reflect.deleteProperty(req.session, 'lastModified');
  return new Promise((resolve, reject) => {
    req.session.save((error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Signing in and out, and the devices of a person. */
export function authRoutes(core: Core, parts: AuthRoutesParts): RouteTable {
  const { auth, completion, browsers, tokens, readToken, sendLink, notes, cookieName, loadSession } = parts;
  const { limits } = core;
  const table = routeTable();
  const secure = core.config.publicUrl.startsWith('https:');

  function noteTooMany(email: string, reason: string, call: Parameters<typeof originOf>[0]): void {
    notes.add({ ...originOf(call), action: 'sign-in.refused', email, reason });
  }

  /**
   * Whether one more link may be mailed, whoever asks for it. Nobody is refused for what others asked in their name: beyond ten in 15
   * minutes one a minute is mailed, and while none is, the last ones stay alive.
   */
  async function mayMail(email: string, call: Parameters<typeof originOf>[0]): Promise<boolean> {
    const ofAll = await limits.count('link-by-address', email);
    if (ofAll.allowed) return true;
    if (ofAll.crossing) noteTooMany(email, 'many clients asked for links in 15 minutes; one a minute is sent', call);
    return (await limits.count('further-link-by-address', email)).allowed;
  }

  function leave(req: Request, res: Response): void {
    detachSession(req);
    // Documents that were read are in the browser's cache. Not "storage": unsent texts of other tabs are in it, each tab's own.
    res.setHeader('Clear-Site-Data', '"cache"');
    res.clearCookie(cookieName, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  }

  table.answer(requestMagicLink, ownPages, async (call) => {
    const { email } = call.body;
    await limits.consumeByClient('link-by-client', call.clientAddress);
    // Counted for each client apart: nobody can use up what the person has who owns the address.
    const asked = await limits.count('link-by-address-and-client', `${email} ${clientKey(call.clientAddress)}`);
    if (asked.crossing) noteTooMany(email, 'too many links were asked for in 15 minutes', call);
    if (!asked.allowed) throw rateLimited(asked.secondsLeft);
    const browser = browsers.mark(call.req, call.res);
    if (await mayMail(email, call))
      await sendLink(email, { returnTo: safeReturnTo(call.body.returnTo), browser, ...originOf(call) });
    return ASKED;
  });

  table.answer(checkLink, ownPages, async ({ body, clientAddress, req, res }) => {
    await limits.consumeByClient('completion-by-client', clientAddress);
    const works = await completion.works(body.token, await readToken(req, res));
    if (works) await limits.giveBackByClient('completion-by-client', clientAddress);
    return { works };
  });

  table.answer(completeSignIn, ownPages, async (call) => {
    const { body, req, res } = call;
    assertCookieCanBeSet(core.config, req);
    // Counted before it is judged, so that of many tries at once no more are judged than the limit allows.
    await limits.consumeByClient('completion-by-client', call.clientAddress);
    const origin = originOf(call);
    const tokenEmail = 'token' in body ? await readToken(req, res) : false;
    const { record, returnTo } = await completion.complete(body, {
      ...origin,
      tokenEmail,
      browser: browsers.of(req),
    });
    await limits.giveBackByClient('completion-by-client', call.clientAddress);
    browsers.forget(req, res);
    await loadSession(req, res);
    const { email: previousEmail } = req.session;
    if (previousEmail !== undefined) await auth.replaceSession(previousEmail, sessionKey(req.sessionID), origin);
    await renew(req);
    await auth.openSession(record, sessionKey(req.sessionID), origin);
    req.session.email = record.email;
    req.session.seenAt = Date.now();
    await save(req);
    if (!(await auth.stillCounts({ email: record.email, sid: sessionKey(req.sessionID) }))) {
      detachSession(req);
      throw notSignedIn('There is no such user any more.');
    }
    const roles = [...rolesOf(record)];
    const role = roles.find((held) => held === record.defaultRole);
    return { name: record.name, roles, returnTo, ...(role === undefined ? {} : { role }) };
  });

  table.answer(mintIdToken, ownSessionInPreviews, async ({ principal, req, res }) => {
    // A token must not prolong itself: only the session gives a new one.
    if (req.session === undefined) throw notSignedIn('The session cookie is needed for a new token.');
    req.session.seenAt = Date.now();
    await save(req);
    if (!(await auth.stillCounts(principal))) {
      detachSession(req);
      throw notSignedIn();
    }
    res.setHeader('Vary', 'Cookie');
    return tokens.mint(principal);
  });

  table.answer(logOut, ownSession, async (call) => {
    await auth.endSession(call.principal, call.principal.sid, originOf(call));
    leave(call.req, call.res);
  });

  table.answer(logOutEverywhere, ownSession, async (call) => {
    await auth.endAllSessions(call.principal, originOf(call));
    leave(call.req, call.res);
  });

  table.answer(listDevices, ownSession, async ({ principal }) => ({ items: await auth.devices(principal) }));

  table.answer(revokeDevice, ownSession, async (call) => {
    await auth.endSession(call.principal, call.params.id, originOf(call));
    if (call.params.id === call.principal.sid) leave(call.req, call.res);
  });

  table.answer(setDefaultRole, ownSession, async (call) => {
    const { role } = call.body;
    await auth.setDefaultRole(call.principal, role, originOf(call));
    return { role };
  });

  return table;
}
