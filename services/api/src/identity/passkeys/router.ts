import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginSecondFactor,
  type Call,
  confirmPerson,
  createRecoveryCodes,
  giveSecondFactor,
  listPasskeys,
  removePasskey,
  renamePasskey,
  resetPasskeys,
} from '@cytocomm/contract';
import { actorOf } from '../../platform/audit/actor.ts';
import { ownPages, ownSession, type Principal, roles } from '../../platform/calls/access.ts';
import { ApiError, conflict, notSignedIn, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFreshForFactors } from '../../platform/http/step-up.ts';
import { assertCookieCanBeSet } from '../auth/cookie.ts';
import type { FinishSignIn } from '../auth/finish-sign-in.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { ConfirmationCodes } from './challenges.ts';
import type { PendingSecondFactors } from './pending-second-factor.ts';
import type { CheckSecondFactor } from './second-factor.ts';
import type { Passkeys, ResetPasskeys } from './service.ts';

/** Dependencies of the calls about passkeys. */
interface PasskeyServices {
  readonly users: Users;
  readonly passkeys: Passkeys;
  readonly pendingSecondFactors: PendingSecondFactors;
  readonly checkSecondFactor: CheckSecondFactor;
  readonly codes: ConfirmationCodes;
  readonly finish: FinishSignIn;
  readonly reset: ResetPasskeys;
}

/** Returns the calls of the second factor, of passkeys and recovery codes, and of confirming that it is the person. */
export function passkeyRoutes(core: Core, services: PasskeyServices): RouteTable {
  const { users, passkeys, pendingSecondFactors, checkSecondFactor, codes, finish, reset } = services;
  const { audit, change, config, database, limits } = core;
  const table = routeTable();
  const originOf = ({ clientAddress: from, userAgent }: { clientAddress: string; userAgent: string }) => ({
    from,
    userAgent,
  });
  const hasPasskey = (user: UserRecord) => user.passkeys !== undefined && user.passkeys.length > 0;

  async function recordOf({ email }: Principal): Promise<UserRecord> {
    const user = await users.byEmail(email);
    if (user === undefined) throw notSignedIn('There is no such user any more.');
    return user;
  }

  /** Throws 403 unless the session is fresh, 429 beyond the limit, of which each call has its own. */
  async function assertMayAdd(call: Call, principal: Principal): Promise<void> {
    assertFreshForFactors(core, principal);
    const key = `${call.method} ${call.path} ${principal.email}`;
    const { allowed, secondsLeft } = await limits.count('factor-calls-by-person', key);
    if (!allowed) throw rateLimited(secondsLeft);
  }

  table.answer(resetPasskeys, roles('admin'), async (call) => {
    assertFreshForFactors(core, call.principal);
    if (call.params.email === call.principal.email)
      throw conflict('conflict', 'Remove your own passkeys on your security page.');
    return { removed: await reset(call.params.email, actorOf(call)) };
  });

  table.answer(beginSecondFactor, ownPages, async ({ req }) => {
    const { id, user } = await pendingSecondFactors.of(req);
    const codesLeft = user.recoveryCodes?.hashes.length ?? 0;
    return {
      passkey: await passkeys.request('second-factor', { id, email: user.email }, user),
      recoveryCodes: codesLeft > 0,
    };
  });

  table.answer(giveSecondFactor, ownPages, async (call) => {
    const { body, clientAddress, req, res } = call;
    assertCookieCanBeSet(config, req);
    await limits.consumeByClient('completion-by-client', clientAddress);
    const waiting = await pendingSecondFactors.of(req);
    const origin = originOf(call);
    await checkSecondFactor(waiting, body, origin);
    // Of two right factors at once one opens a session.
    if (!(await pendingSecondFactors.end(res, waiting.id)))
      throw new ApiError(401, 'invalid-link', 'This sign-in is over. Ask for a new link.');
    await limits.giveBackByClient('completion-by-client', clientAddress);
    // After a company account the page does not know it.
    return { email: waiting.user.email, ...(await finish(call, waiting.user, waiting.returnTo, origin)) };
  });

  table.answer(listPasskeys, ownSession, ({ principal }) => passkeys.list(principal));

  table.answer(beginPasskey, ownSession, async ({ principal }) => {
    await assertMayAdd(beginPasskey, principal);
    return passkeys.begin(principal);
  });

  table.answer(addPasskey, ownSession, async (call) => {
    await assertMayAdd(addPasskey, call.principal);
    return passkeys.add(call.principal, call.body, originOf(call));
  });

  table.answer(renamePasskey, ownSession, (call) =>
    passkeys.rename(call.principal, call.params.id, call.body.name, originOf(call)),
  );

  table.answer(removePasskey, ownSession, (call) => {
    assertFreshForFactors(core, call.principal);
    return passkeys.remove(call.principal, call.params.id, originOf(call));
  });

  table.answer(createRecoveryCodes, ownSession, async (call) => {
    await assertMayAdd(createRecoveryCodes, call.principal);
    return { codes: [...(await passkeys.makeCodes(call.principal, originOf(call)))] };
  });

  table.answer(beginConfirmation, ownSession, async (call) => {
    const { principal } = call;
    const user = await recordOf(principal);
    const holder = { id: principal.sid, email: principal.email };
    if (hasPasskey(user)) return { passkey: await passkeys.request('confirmation', holder, user) };
    const { allowed, secondsLeft } = await limits.count('confirmation-mails-by-person', principal.email);
    if (!allowed) throw rateLimited(secondsLeft);
    await codes.send(holder, originOf(call));
    return { passkey: null };
  });

  table.answer(confirmPerson, ownSession, async (call) => {
    const { body, principal } = call;
    const { email, sid } = principal;
    const { allowed, secondsLeft } = await limits.count('confirmations-by-person', email);
    if (!allowed) throw rateLimited(secondsLeft);
    const user = await recordOf(principal);
    const holder = { id: sid, email };
    const note = { ...originOf(call), actor: email, subject: email };
    const reason =
      'passkey' in body
        ? await passkeys.check('confirmation', holder, user, body.passkey)
        : hasPasskey(user)
          ? 'a mailed code does not count for a person with a passkey'
          : await codes.spend(holder, body.code);
    if (reason !== undefined) {
      await audit.record({ ...note, action: 'session.confirmation-failed', detail: { reason } });
      const detail = 'passkey' in body ? 'This passkey was not accepted. Try again.' : 'This code does not work.';
      throw new ApiError(401, 'second-factor-refused', detail);
    }
    const now = database.now();
    await change(note, async (proof) => {
      if (!(await users.sessions.prove(email, sid, now))) throw notSignedIn();
      proof.audit('session.confirmed', email, { by: 'passkey' in body ? 'passkey' : 'mailed code' });
    });
    return { freshUntil: new Date(now.getTime() + config.stepUp.minutes * 60_000).toISOString() };
  });

  return table;
}
