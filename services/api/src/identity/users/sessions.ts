import type { Model } from 'mongoose';
import { SYSTEM } from '../../platform/audit/actor.ts';
import type { Core } from '../../platform/core.ts';
import type { SessionEntry, UserRecord } from './model.ts';

/** How many proofs a record keeps: more than it has sessions. A session whose proof went is not fresh. */
const MAX_PROOFS = 100;

/** The sessions that count, which stand in the records of the people who opened them. */
export interface UserSessions {
  /**
   * Adds a session, proved at `provedAt`; the oldest ones beyond `max` give way, those opened before `endedBefore` go. Returns
   * false when the person was deleted, or got a first passkey or lost the last
   * one since `user` was read: what they were asked for is not what counts now.
   */
  add(
    user: UserRecord,
    session: SessionEntry,
    provedAt: Date,
    bounds: { max: number; endedBefore: Date },
  ): Promise<boolean>;
  /** Notes that the person of a session proved again to be them. Returns whether there is such a session. */
  prove(email: string, id: string, at: Date): Promise<boolean>;
  /** Whether a session counts. */
  has(email: string, id: string): Promise<boolean>;
  /** Removes one session. Returns whether there was one. */
  remove(email: string, id: string): Promise<boolean>;
  /** Removes all sessions of a person. Returns their ids. */
  removeAll(email: string): Promise<readonly string[]>;
}

/** A session takes its proof with it, so that the proofs of those that go on stay. */
const pullOf = (ids: readonly string[]) => ({
  $pull: { sessions: { id: { $in: ids } }, proofs: { id: { $in: ids } } },
});

/** Returns the sessions in these records. */
export function createUserSessions({ change }: Pick<Core, 'change'>, model: Model<UserRecord>): UserSessions {
  return {
    add: async (user, session, provedAt, { max, endedBefore }) => {
      const _id = user._id;
      const over = (user.sessions ?? []).filter(({ createdAt }) => createdAt <= endedBefore).map(({ id }) => id);
      if (over.length > 0) await model.updateOne({ _id }, pullOf(over));
      const hadPasskey = user.passkeys !== undefined && user.passkeys.length > 0;
      const write = () =>
        model.updateOne(
          { _id, 'passkeys.0': { $exists: hadPasskey } },
          {
            $push: {
              sessions: { $each: [session], $slice: -max },
              proofs: { $each: [{ id: session.id, at: provedAt }], $slice: -MAX_PROOFS },
            },
            $max: { lastSignInAt: session.createdAt },
          },
        );
      const givesWay = (user.sessions ?? []).length >= max;
      const added = await (givesWay
        ? change(SYSTEM, ({ recheck }) => {
            recheck(String(_id));
            return write();
          })
        : write());
      return added.matchedCount === 1;
    },
    prove: async (email, id, at) => {
      const proofs = { $each: [{ id, at }], $slice: -MAX_PROOFS };
      return (await model.updateOne({ email, 'sessions.id': id }, { $push: { proofs } })).matchedCount === 1;
    },
    has: async (email, id) => (await model.exists({ email, 'sessions.id': id })) !== null,
    remove: (email, id) =>
      change(SYSTEM, async ({ recheck }) => {
        const before = await model.findOneAndUpdate({ email, 'sessions.id': id }, pullOf([id])).lean();
        if (before !== null) recheck(String(before._id));
        return before !== null;
      }),
    removeAll: (email) =>
      change(SYSTEM, async ({ recheck }) => {
        const before = await model.findOneAndUpdate({ email }, { $set: { sessions: [], proofs: [] } }).lean();
        if (before !== null) recheck(String(before._id));
        return (before?.sessions ?? []).map(({ id }) => id);
      }),
  };
}
