import { beginCompanySignIn, completeCompanySignIn, readSignInOptions, safeReturnTo } from '@cytocomm/contract';
import type { Request } from 'express';
import { anonymousWithoutDatabase, ownPages } from '../../platform/calls/access.ts';
import { ApiError, notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertCookieCanBeSet, type BrowserMarks } from '../auth/cookie.ts';
import type { FinishSignIn } from '../auth/finish-sign-in.ts';
import type { Origin, SignInNotes } from '../auth/sign-in-notes.ts';
import type { PendingSecondFactors } from '../passkeys/pending-second-factor.ts';
import { NEVER } from '../users/record.ts';
import type { Users } from '../users/service.ts';
import { createPendingSignIns } from './model.ts';
import { createProvider, ProviderFailure } from './provider.ts';
import { createFindPerson, NotApproved } from './service.ts';

/** Dependencies of the calls of the company account. */
interface CompanyAccountServices {
  readonly users: Users;
  readonly browsers: BrowserMarks;
  readonly pendingSecondFactors: Pick<PendingSecondFactors, 'open'>;
  readonly finish: FinishSignIn;
  readonly notes: SignInNotes;
}

const refused = (detail: string) => new ApiError(401, 'company-sign-in-refused', detail);

const SENTENCES = {
  over: 'This sign-in took too long, was used already, or began in another browser. Begin again.',
  unavailable: 'The company account cannot be reached right now. The mailed link signs you in, too.',
  denied: 'The company account did not sign you in. Begin again, or sign in by a mailed link.',
  'not-accepted':
    'What the company account answered was not accepted. Begin again; if it happens again, tell the administrator.',
  address: 'Your company account has no confirmed e-mail address that counts here. Tell the administrator.',
  unknown: 'Your company account is not approved for this portal. Tell the administrator.',
} as const;

/** Returns the error to answer with; the reason goes to the log. */
function errorFor(error: unknown, req: Request): unknown {
  if (error instanceof NotApproved) {
    req.log.warn({ reason: error.message }, 'a company account was refused');
    return refused(error.isOfAddress ? SENTENCES.address : SENTENCES.unknown);
  }
  if (!(error instanceof ProviderFailure)) return error;
  const { cause, kind, message: reason } = error;
  req.log[kind === 'denied' ? 'warn' : 'error']({ reason, err: cause }, 'a sign-in with a company account failed');
  if (kind !== 'unavailable') return refused(SENTENCES[kind]);
  return new ApiError(503, 'unavailable', SENTENCES.unavailable, { headers: { 'Retry-After': '60' } });
}

/** Returns the calls of the sign-in with a company account, which answer 404 while it is off. */
export function companyAccountRoutes(core: Core, services: CompanyAccountServices): RouteTable {
  const { users, browsers, pendingSecondFactors, finish, notes } = services;
  const { config, database, limits, anonymousEvents } = core;
  const account = config.companyAccount;
  const table = routeTable();
  const pendingSignIns = createPendingSignIns(database);
  const company =
    account === undefined
      ? undefined
      : {
          provider: createProvider(account, `${config.publicUrl}/auth-handler`, database.now, (err) =>
            core.log.warn({ err }, 'the company account is asked by its last description: a new one cannot be read'),
          ),
          findPerson: createFindPerson(core, users, notes, account),
          secondFactorAmr: account.secondFactorAmr,
        };

  const noteRefusal = (origin: Origin, reason: string) =>
    anonymousEvents.record({
      ...origin,
      action: 'sign-in.company-refused',
      actor: null,
      subject: '',
      detail: { reason },
    });

  table.answer(readSignInOptions, anonymousWithoutDatabase, () => ({
    company: account === undefined ? null : { name: account.name },
  }));

  table.answer(beginCompanySignIn, ownPages, async ({ body, clientAddress, req, res }) => {
    if (company === undefined) throw notFound();
    assertCookieCanBeSet(config, req);
    await limits.consumeByClient('company-sign-in-by-client', clientAddress);
    const expected = await pendingSignIns.begin(browsers.mark(req, res), safeReturnTo(body.returnTo));
    try {
      return { url: await company.provider.address(expected) };
    } catch (error) {
      throw errorFor(error, req);
    }
  });

  table.answer(completeCompanySignIn, ownPages, async (call) => {
    const { body, clientAddress, req, res } = call;
    if (company === undefined) throw notFound();
    assertCookieCanBeSet(config, req);
    await limits.consumeByClient('completion-by-client', clientAddress);
    const origin = { from: clientAddress, userAgent: call.userAgent };
    const { state, ...answer } = body;
    const expected = await pendingSignIns.take(state, browsers.of(req));
    if (expected === undefined) {
      req.log.warn('the answer of a company account fits no sign-in that waits in this browser');
      await noteRefusal(origin, 'no sign-in waits for this answer in this browser');
      throw refused(SENTENCES.over);
    }
    try {
      const named = await company.provider.redeem(expected, answer);
      const user = await company.findPerson(named, origin);
      // The provider has vouched, so this counts no more: many people of one network sign in.
      await limits.giveBackByClient('completion-by-client', clientAddress);
      await limits.giveBackByClient('company-sign-in-by-client', clientAddress);
      const isProved =
        !users.demandsPasskey(await users.rolesInForce(user)) &&
        named.amr.some((each) => company.secondFactorAmr.includes(each.toLowerCase()));
      if (user.passkeys !== undefined && user.passkeys.length > 0 && !isProved) {
        await pendingSecondFactors.open(res, user, expected.returnTo, origin);
        throw new ApiError(401, 'second-factor-needed', 'Confirm with your passkey that it is you.');
      }
      // The provider may have asked for no proof: dangerous actions are confirmed first.
      return { email: user.email, ...(await finish(call, user, expected.returnTo, origin, NEVER)) };
    } catch (error) {
      if (error instanceof ProviderFailure) {
        if (error.kind !== 'unavailable') await noteRefusal(origin, error.message);
        else {
          // Attempts while the provider is away must not use up the limits of their network.
          await limits.giveBackByClient('completion-by-client', clientAddress);
          await limits.giveBackByClient('company-sign-in-by-client', clientAddress);
        }
      }
      throw errorFor(error, req);
    }
  });

  return table;
}
