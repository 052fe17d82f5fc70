import type { SecondFactor } from '@cytocomm/contract';
import { ApiError, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Origin } from '../auth/sign-in-notes.ts';
import type { UserRecord, Users } from '../users/service.ts';
import type { FactorChange } from './factor-mail.ts';
import { findRecoveryCode, type Passkeys } from './service.ts';

/** A sign-in that waits for its second factor. */
interface Waiting {
  readonly id: string;
  readonly user: UserRecord;
}

/** Checks what people give as second factor. Throws 401 `second-factor-refused` and 429. */
export type CheckSecondFactor = (waiting: Waiting, factor: SecondFactor, origin: Origin) => Promise<void>;

/** Creates the check. Attempts are counted before any check. */
export function createSecondFactor(
  { audit, limits }: Core,
  users: Users,
  passkeys: Passkeys,
  tell: Enqueue<FactorChange>,
): CheckSecondFactor {
  const noteOf = ({ email }: UserRecord, origin: Origin) => ({ ...origin, actor: null, subject: email });

  /** Spends a recovery code. Returns why it does not count, or undefined. */
  async function spend(user: UserRecord, code: string, origin: Origin): Promise<string | undefined> {
    const { email, recoveryCodes } = user;
    const use = await limits.count('wrong-recovery-codes-an-hour', email);
    if (use.crossing)
      await audit.record({
        ...noteOf(user, origin),
        action: 'sign-in.recovery-codes-locked',
        detail: { tries: String(use.limit) },
      });
    if (!use.allowed) throw rateLimited(use.secondsLeft);
    if (recoveryCodes === undefined) return 'the person has no recovery codes';
    const hash = await findRecoveryCode(code, recoveryCodes);
    if (hash === undefined) return 'no recovery code of the person is like that';
    const actor = { ...origin, actor: null };
    const isSpent = await users.changeFactors<boolean>(user, actor, async (record, change) => {
      const { passkeys: kept = [], recoveryCodes: codes } = record;
      if (codes?.hashes.includes(hash) !== true) return { outcome: false };
      const rest = codes.hashes.filter((each) => each !== hash);
      change.audit('sign-in.recovery-code-used', email, { left: String(rest.length) });
      await tell(email, { ...origin, what: 'code-used', left: rest.length });
      return { factors: { passkeys: kept, recoveryCodes: { ...codes, hashes: rest } }, outcome: true };
    });
    if (isSpent !== true) return 'the recovery code was used already';
    await limits.giveBack('wrong-recovery-codes-an-hour', email);
    return undefined;
  }

  return async ({ id, user }, factor, origin) => {
    const use = await limits.count('second-factor-tries', id);
    if (!use.allowed) throw new ApiError(401, 'invalid-link', 'Too many tries. Ask for a new link and begin again.');
    const reason =
      'passkey' in factor
        ? await passkeys.check('second-factor', { id, email: user.email }, user, factor.passkey)
        : await spend(user, factor.recoveryCode, origin);
    if (reason === undefined) return;
    await audit.record({ ...noteOf(user, origin), action: 'sign-in.second-factor-failed', detail: { reason } });
    throw new ApiError(
      401,
      'second-factor-refused',
      'passkey' in factor ? 'This passkey was not accepted. Try again.' : 'This recovery code was not accepted.',
    );
  };
}
