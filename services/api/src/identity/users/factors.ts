import type { Model } from 'mongoose';
import { contended, MAX_ATTEMPTS } from '../../platform/calls/problem.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { PasskeyRecord, RecoveryCodesRecord, UserRecord } from './model.ts';

/** What a person proves by, besides their mailbox. */
interface Factors {
  readonly passkeys: readonly PasskeyRecord[];
  readonly recoveryCodes: RecoveryCodesRecord | undefined;
}

/** What a change makes of them, and what its caller is told; without `factors` nothing is written. */
interface Decision<Outcome> {
  readonly factors?: Factors;
  /** The session that goes on, null for none: all others of the person end in the same step. Without it none ends. */
  readonly onlySession?: string | null;
  readonly outcome: Outcome;
}

/**
 * Changes the passkeys and recovery codes of a person. `decide` sees the record as it is and runs again when somebody else was
 * faster, so that of two changes at once each builds on the other. Resolves to undefined for a person who was deleted, and to
 * `taken` when another person has one of the passkeys.
 */
export type ChangeFactors = <Outcome>(
  user: Pick<UserRecord, '_id'>,
  decide: (record: UserRecord) => Decision<Outcome>,
) => Promise<Outcome | 'taken' | undefined>;

/** Returns what changes the factors in these records. */
export function createChangeFactors(model: Model<UserRecord>): ChangeFactors {
  return async ({ _id }, decide) => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const record = await model.findById(_id).lean();
      if (record === null) return undefined;
      const { factors, onlySession, outcome } = decide(record);
      if (factors === undefined) return outcome;
      const { passkeys, recoveryCodes } = factors;
      // Codes stand in for a passkey: without one they go. No empty list: it would count as a passkey of several people.
      const update =
        passkeys.length === 0
          ? { $unset: { passkeys: 1, recoveryCodes: 1 } }
          : recoveryCodes === undefined
            ? { $set: { passkeys }, $unset: { recoveryCodes: 1 } }
            : { $set: { passkeys, recoveryCodes } };
      try {
        const same = { _id, factorsVersion: record.factorsVersion ?? null };
        const others = { id: { $ne: onlySession } };
        const ended = onlySession === undefined ? {} : { $pull: { sessions: others, proofs: others } };
        const changed = await model.updateOne(same, { ...update, ...ended, $inc: { factorsVersion: 1 } });
        if (changed.matchedCount === 1) return outcome;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return 'taken';
      }
    }
    throw contended('these passkeys');
  };
}
