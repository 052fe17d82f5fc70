import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Database } from '../database/database.ts';
import { recordOptions } from '../database/record.ts';
import type { UserRecord } from './model.ts';

/** Who is just losing the role of admin. The version makes one decision at a time, in whichever process. */
interface LeavingRecord {
  readonly _id: 'admins';
  readonly version: number;
  /** Of one person there may be several: each decision is settled by whoever carries it out. */
  readonly leaving: readonly { readonly decision: string; readonly email: string; readonly since: Date }[];
}

const schema = new Schema<LeavingRecord>(
  {
    _id: String,
    version: Number,
    leaving: { type: [{ _id: false, decision: String, email: String, since: Date }], default: [] },
  },
  recordOptions('admin_decisions'),
);

const GUARD = 'admins';
/** A decision that was not carried out by then was left behind by a process that ended. */
const ABANDONED_MS = 30_000;

/** Decides whether an admin may stop being one, so that one always remains. */
export interface AdminGuard {
  /** The decision that this admin leaves; undefined when no other admin would remain. */
  mayLeave(email: string): Promise<string | undefined>;
  /** The decision was carried out, or will not be. */
  settled(decision: string): Promise<void>;
}

/** The model of the decisions, for the indexes and for tests. */
export function leavingModel(connection: Connection): Model<LeavingRecord> {
  return connection.model<LeavingRecord>('AdminDecision', schema);
}

/**
 * One always remains, without a transaction. A single document lists the admins who are leaving, and each decision is a conditional
 * update on its version: it was read first, then an admin was found who is not in the list. Had anybody decided about that
 * other admin meanwhile, the version would differ, and the decision is taken anew. So of two admins who remove each other at
 * once exactly one goes.
 */
export function createAdminGuard(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  users: Model<UserRecord>,
): AdminGuard {
  const guards = leavingModel(connection);

  async function current(): Promise<LeavingRecord> {
    const found = await guards.findOne({ _id: GUARD }).lean();
    if (found !== null) return found;
    await guards.updateOne({ _id: GUARD }, { $setOnInsert: { version: 0, leaving: [] } }, { upsert: true });
    return current();
  }

  async function settled(decision: string): Promise<void> {
    await guards.updateOne(
      { _id: GUARD, 'leaving.decision': decision },
      { $pull: { leaving: { decision } }, $inc: { version: 1 } },
    );
  }

  /** People whose decision was never carried out are admins like others again; a late attempt finds the record changed. */
  async function reinstate(guard: LeavingRecord): Promise<boolean> {
    const abandoned = guard.leaving.filter(({ since }) => since.getTime() + ABANDONED_MS < now().getTime());
    for (const { email, since } of abandoned) {
      await users.updateOne({ email }, { $inc: { rolesVersion: 1 } });
      await guards.updateOne(
        { _id: GUARD, leaving: { $elemMatch: { email, since } } },
        { $pull: { leaving: { email, since } }, $inc: { version: 1 } },
      );
    }
    return abandoned.length > 0;
  }

  return {
    mayLeave: async (email) => {
      for (;;) {
        const guard = await current();
        if (await reinstate(guard)) continue;
        const going = [...guard.leaving.map((entry) => entry.email), email];
        const other = await users.findOne({ roles: 'admin', email: { $nin: going } }, { email: 1 }).lean();
        if (other === null) return undefined;
        const decision = randomUUID();
        const leaving = [...guard.leaving, { decision, email, since: now() }];
        const decided = await guards.updateOne(
          { _id: GUARD, version: guard.version },
          { $set: { leaving }, $inc: { version: 1 } },
        );
        if (decided.matchedCount === 1) return decision;
      }
    },
    settled,
  };
}
