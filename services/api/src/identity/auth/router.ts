import {
  checkLink,
  completeSignIn,
  endUserSessions,
  listDevices,
  logOut,
  logOutEverywhere,
  mintIdToken,
  requestMagicLink,
  revokeDevice,
  safeReturnTo,
  setDefaultRole,
} from '@cytocomm/contract';
import { clientKey } from '@cytocomm/runtime';
import type { Response } from 'express';
import { actorOf } from '../../platform/audit/actor.ts';
import { ownPages, ownSession, ownSessionInPreviews, roles } from '../../platform/calls/access.ts';
import { ApiError, rateLimited, unknownRole } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { Completion } from './completion.ts';
import { assertCookieCanBeSet, type BrowserMarks, createRolesCookie } from './cookie.ts';
import type { FinishSignIn } from './finish-sign-in.ts';
import type { IdTokens } from './identity.ts';
import type { TokenReader } from './magic-link.ts';
import type { Auth } from './service.ts';
import type { BrowserSessions } from './session.ts';
import type { LinkRequest } from './sign-in-mail.ts';
import type { Origin, SignInNotes } from './sign-in-notes.ts';

/** The same for every address, approved or not. */
const LINK_REQUESTED = { message: 'If this address is approved, a sign-in link is on its way to it.' };

/** Begins the second step of a sign-in. */
export interface SecondFactorStart {
  /** Opens a half sign-in in this browser, always under a new id. */
  open(res: Response, user: UserRecord, returnTo: string, origin: Origin): Promise<void>;
}

/** Dependencies of the calls of /api/auth. */
export interface AuthServices {
  readonly auth: Auth;
  readonly sessions: BrowserSessions;
  readonly completion: Completion;
  readonly browsers: BrowserMarks;
  readonly tokens: IdTokens;
  readonly readToken: TokenReader;
  /** Queues a mail with a link. */
  readonly queueLink: Enqueue<LinkRequest>;
  readonly notes: SignInNotes;
  readonly users: Pick<Users, 'isRole'>;
  readonly pendingSecondFactors: SecondFactorStart;
  readonly finish: FinishSignIn;
}

/** Where a call comes from, as `Call` names it. */
interface Caller {
  readonly clientAddress: string;
  readonly userAgent: string;
}

const originOf = ({ clientAddress: from, userAgent }: Caller) => ({ from, userAgent });

/** Returns the calls of signing in and out, and of a user's devices. */
export function authRoutes(core: Core, services: AuthServices): RouteTable {
  const { auth, sessions, completion, browsers, tokens, readToken, queueLink, notes, users } = services;
  const { pendingSecondFactors, finish } = services;
  const { limits } = core;
  const table = routeTable();
  const rolesCookie = createRolesCookie(core.config.publicUrl);

  function noteTooMany(email: string, reason: string, caller: Caller): void {
    notes.add({ ...originOf(caller), action: 'sign-in.refused', email, reason });
  }

  /**
   * Whether one more link may be mailed to an address, whichever client asks. Beyond ten in 15 minutes one a minute is
   * mailed; while none is, the last ones stay valid, so requests of others lock no one out.
   */
  async function mayMail(email: string, caller: Caller): Promise<boolean> {
    const use = await limits.count('link-by-address', email);
    if (use.allowed) return true;
    if (use.crossing) noteTooMany(email, 'many clients asked for links in 15 minutes; one a minute is sent', caller);
    return (await limits.count('further-link-by-address', email)).allowed;
  }

  table.answer(requestMagicLink, ownPages, async (call) => {
    const { email } = call.body;
    await limits.consumeByClient('link-by-client', call.clientAddress);
    // Per client: others cannot use up what the owner of the address has.
    const use = await limits.count('link-by-address-and-client', `${email} ${clientKey(call.clientAddress)}`);
    if (use.crossing) noteTooMany(email, 'too many links were asked for in 15 minutes', call);
    if (!use.allowed) throw rateLimited(use.secondsLeft);
    const browser = browsers.mark(call.req, call.res);
    if (await mayMail(email, call))
      await queueLink(email, { returnTo: safeReturnTo(call.body.returnTo), browser, ...originOf(call) });
    return LINK_REQUESTED;
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
    // Counted before the check, so that many tries at once get no more checks than the limit allows.
    await limits.consumeByClient('completion-by-client', call.clientAddress);
    const origin = originOf(call);
    const { user, returnTo } = await completion.complete(
      'token' in body
        ? { kind: 'token', ...body, tokenEmail: await readToken(req, res) }
        : { kind: 'code', ...body, browser: browsers.of(req) },
      origin,
    );
    await limits.giveBackByClient('completion-by-client', call.clientAddress);
    browsers.forget(req, res);
    if (user.passkeys !== undefined && user.passkeys.length > 0) {
      await pendingSecondFactors.open(res, user, returnTo, origin);
      throw new ApiError(401, 'second-factor-needed', 'Confirm with your passkey that it is you.');
    }
    return finish(call, user, returnTo, origin);
  });

  table.answer(mintIdToken, ownSessionInPreviews, async ({ principal, req, res }) => {
    await sessions.extend(req, principal);
    res.setHeader('Vary', 'Cookie');
    rolesCookie.set(res, principal.roles);
    return tokens.mint(principal);
  });

  table.answer(logOut, ownSession, async (call) => {
    await auth.endSession(call.principal, call.principal.sid, originOf(call));
    sessions.close(call.req, call.res);
  });

  table.answer(logOutEverywhere, ownSession, async (call) => {
    await auth.endAllSessions(call.principal, originOf(call));
    sessions.close(call.req, call.res);
  });

  table.answer(listDevices, ownSession, async ({ principal }) => ({ items: await auth.devices(principal) }));

  table.answer(revokeDevice, ownSession, async (call) => {
    await auth.endSession(call.principal, call.params.id, originOf(call));
    if (call.params.id === call.principal.sid) sessions.close(call.req, call.res);
  });

  table.answer(endUserSessions, roles('admin'), async (call) => {
    const { allowed, secondsLeft } = await limits.count('session-endings-by-person', call.principal.email);
    if (!allowed) throw rateLimited(secondsLeft);
    return { ended: await auth.endSessionsOf(call.params.email, actorOf(call)) };
  });

  table.answer(setDefaultRole, ownSession, async (call) => {
    const { role } = call.body;
    if (role !== null && !(await users.isRole(role))) throw unknownRole('body.role', role);
    await auth.setDefaultRole(call.principal, role, originOf(call));
    return { role };
  });

  return table;
}
