import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Database } from '../../platform/database/database.ts';
import { recordOptions } from '../../platform/database/record.ts';
import type { UserRecord } from './model.ts';

/** The admins who are losing the role. The version serialises decisions of all processes. */
interface AdminRemovalRecord {
  readonly _id: 'admins';
  readonly version: number;
  /** One user may have several: each process settles its own. */
  readonly leaving: readonly { readonly decision: string; readonly email: string; readonly since: Date }[];
}

const schema = new Schema<AdminRemovalRecord>(
  {
    _id: String,
    version: Number,
    leaving: { type: [{ _id: false, decision: String, email: String, since: Date }], default: [] },
  },
  recordOptions('admin_decisions'),
);

const GUARD = 'admins';
/** After this long a decision was abandoned by a process that ended, in ms. */
const ABANDONED_MS = 30_000;

/** Keeps at least one admin. */
export interface AdminGuard {
  /** Returns the id of the decision that an admin leaves; undefined when no other admin would remain. */
  reserveRemoval(email: string): Promise<string | undefined>;
  /** Drops a decision that was carried out, or will not be. */
  release(decision: string): Promise<void>;
}

/** Returns the model of decisions. */
export function adminRemovalModel(connection: Connection): Model<AdminRemovalRecord> {
  return connection.model<AdminRemovalRecord>('AdminDecision', schema);
}

/**
 * Creates the guard. One document lists the admins who are leaving; each decision is a conditional update on its version,
 * after another admin who is not in the list was found. If that admin's leaving was decided meanwhile, the version differs
 * and the decision is repeated: of two admins who remove each other at once exactly one goes. Needs no transaction.
 */
export function createAdminGuard(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  users: Model<UserRecord>,
): AdminGuard {
  const guards = adminRemovalModel(connection);

  async function current(): Promise<AdminRemovalRecord> {
    const guard = await guards.findOne({ _id: GUARD }).lean();
    if (guard !== null) return guard;
    await guards.updateOne({ _id: GUARD }, { $setOnInsert: { version: 0, leaving: [] } }, { upsert: true });
    return current();
  }

  async function release(decision: string): Promise<void> {
    await guards.updateOne(
      { _id: GUARD, 'leaving.decision': decision },
      { $pull: { leaving: { decision } }, $inc: { version: 1 } },
    );
  }

  /** Cancels abandoned decisions. A late attempt to carry one out finds the record changed. */
  async function reinstate(guard: AdminRemovalRecord): Promise<boolean> {
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
    reserveRemoval: async (email) => {
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
    release,
  };
}
