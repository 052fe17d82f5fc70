import type { Actor } from '../../platform/audit/actor.ts';
import { notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Users } from '../users/service.ts';
import type { FactorChange } from './factor-mail.ts';

/**
 * Removes the passkeys and recovery codes of a person, who is signed out everywhere and told by mail. Returns how many there
 * were; of a person without any nothing changes. Throws 404.
 */
export type ResetPasskeys = (email: string, actor: Actor) => Promise<number>;

/** Returns what resets the passkeys of whoever lost them. */
export function createPasskeyReset(
  { audit }: Pick<Core, 'audit'>,
  users: Users,
  tell: Enqueue<FactorChange>,
): ResetPasskeys {
  return async (email, actor) => {
    const user = await users.byEmail(email);
    if (user === undefined) throw notFound(`There is no user ${email}.`);
    // All sessions end in the same step: whoever found the passkey may be signed in.
    const outcome = await users.changeFactors<number>(user, ({ passkeys = [] }) =>
      passkeys.length === 0
        ? { outcome: 0 }
        : { factors: { passkeys: [], recoveryCodes: undefined }, onlySession: null, outcome: passkeys.length },
    );
    if (outcome === undefined) throw notFound(`There is no user ${email}.`);
    if (outcome === 0 || outcome === 'taken') return 0;
    const detail = { passkeys: String(outcome) };
    await audit.record({ ...actor, action: 'user.passkeys-removed', subject: email, detail });
    // The mail does not say where the admin sits.
    const what = actor.actor === null ? 'passkeys-reset' : 'passkeys-reset-by-admin';
    await tell(email, { what, from: '', userAgent: '' });
    return outcome;
  };
}
