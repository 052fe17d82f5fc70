import type { Model } from 'mongoose';
import type { SessionEntry, UserRecord } from './model.ts';

/** The sessions that count, which stand in the records of the people who opened them. */
export interface UserSessions {
  /** Adds a session; the oldest ones beyond `max` give way, those begun before `endedBefore` go. Returns false when the person was deleted. */
  add(user: UserRecord, session: SessionEntry, bounds: { max: number; endedBefore: Date }): Promise<boolean>;
  /** Whether a session counts. */
  has(email: string, id: string): Promise<boolean>;
  /** Removes one session. Returns whether there was one. */
  remove(email: string, id: string): Promise<boolean>;
  /** Removes all sessions of a person. Returns their ids. */
  removeAll(email: string): Promise<readonly string[]>;
}

/** Returns the sessions in these records. */
export function createUserSessions(model: Model<UserRecord>): UserSessions {
  return {
    add: async (user, session, { max, endedBefore }) => {
      const _id = user._id;
      if (user.sessions?.some(({ createdAt }) => createdAt <= endedBefore)) {
        await model.updateOne({ _id }, { $pull: { sessions: { createdAt: { $lte: endedBefore } } } });
      }
      const added = await model.updateOne(
        { _id },
        {
          $push: { sessions: { $each: [session], $slice: -max } },
          $max: { lastSignInAt: session.createdAt },
        },
      );
      return added.matchedCount === 1;
    },
    has: async (email, id) => (await model.exists({ email, 'sessions.id': id })) !== null,
    remove: async (email, id) => {
      const removed = await model.updateOne({ email, 'sessions.id': id }, { $pull: { sessions: { id } } });
      return removed.matchedCount === 1;
    },
    removeAll: async (email) => {
      const before = await model.findOneAndUpdate({ email }, { $set: { sessions: [] } }).lean();
      return (before?.sessions ?? []).map(({ id }) => id);
    },
  };
}
