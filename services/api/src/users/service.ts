import type { Role, User } from '@cytocomm/contract';
import type { QueryFilter, Types } from 'mongoose';
import type { AuditNote } from '../audit/service.ts';
import type { Core } from '../core.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { conflict, notFound } from '../http/problem.ts';
import { type AdminGuard, createAdminGuard } from './admins.ts';
import { rolesOf, type UserRecord, userModel } from './model.ts';
import { nameKeysOf, searchTerms } from './search.ts';
import { createUserSessions, type UserSessions } from './sessions.ts';

export { rolesOf, type UserRecord } from './model.ts';

/** Who changes something, for the audit trail. */
export type Actor = Pick<AuditNote, 'actor' | 'from' | 'userAgent'>;

/** One page of people, in the order of their e-mails. */
interface UserPage {
  readonly users: readonly User[];
  readonly total: number;
  /** A search counts so far only; more people than `total` may fit it. */
  readonly atLeast: boolean;
  /** The e-mail after which the next page starts. */
  readonly next: string | undefined;
}

/** The people who may sign in. */
export interface Users {
  readonly sessions: UserSessions;
  /** Returns the record of a person; undefined when nobody has this address. */
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Returns the record of a person; undefined when there is none with this id. */
  byId(id: string | Types.ObjectId): Promise<UserRecord | undefined>;
  /** Returns a person for the answer. Throws 404 when nobody has this address. */
  find(email: string): Promise<User>;
  list(search: string, limit: number, after: string | undefined): Promise<UserPage>;
  add(person: { email: string; name?: string | undefined; roles: readonly Role[] }, actor: Actor): Promise<User>;
  changeRole(email: string, role: Role, enable: boolean, actor: Actor): Promise<User>;
  remove(email: string, actor: Actor): Promise<void>;
  /** Sets the role a person starts with, null for none. Returns `not-held` for a role the person does not have at that instant. */
  setDefaultRole(email: string, role: Role | null): Promise<'changed' | 'unchanged' | 'not-held'>;
  /** Called with the record of everybody who is deleted, before the answer: other domains tidy up what they keep. */
  onRemoved(forget: (record: UserRecord) => Promise<void>): void;
}

/** How far a search counts: nobody reads on so far, and counting on would cost the more the more people there are. */
const COUNTED = 100;

function shown(record: UserRecord): User {
  return { email: record.email, name: record.name, roles: [...rolesOf(record)] };
}

const lastAdmin = () => conflict('last-admin', 'This is the last admin. Make somebody else an admin first.');
const unknown = (email: string) => notFound(`There is no user ${email}.`);

/** The users of a database. */
export function createUsers(core: Core): Users {
  const { connection } = core.database;
  const model = userModel(connection);
  const admins: AdminGuard = createAdminGuard(core.database, model);
  const forgetters: ((record: UserRecord) => Promise<void>)[] = [];

  async function byEmail(email: string): Promise<UserRecord | undefined> {
    // Straight to the driver: every call asks this, and there is nothing in it for mongoose to cast.
    return (await model.collection.findOne<UserRecord>({ email })) ?? undefined;
  }

  async function recordOf(email: string): Promise<UserRecord> {
    const record = await byEmail(email);
    if (record === undefined) throw unknown(email);
    return record;
  }

  /** The record, and the filter that fits it only while nobody has changed its roles. */
  async function unchanged(email: string) {
    const record = await recordOf(email);
    return { record, same: { _id: record._id, rolesVersion: record.rolesVersion ?? null } };
  }

  /** The decision to settle; throws 409 for the last admin. */
  async function decideLeaving(email: string): Promise<string> {
    const decision = await admins.mayLeave(email);
    if (decision === undefined) throw lastAdmin();
    return decision;
  }

  async function countOf(filter: QueryFilter<UserRecord>): Promise<number> {
    return model.countDocuments(filter, { limit: COUNTED });
  }

  return {
    sessions: createUserSessions(model),
    byEmail,
    byId: async (id) => (await model.findById(id).lean()) ?? undefined,
    find: async (email) => shown(await recordOf(email)),

    list: async (search, limit, after) => {
      const behind = after === undefined ? {} : { $gt: after };
      if (search === '') {
        const filter = after === undefined ? {} : { email: behind };
        const [rows, total] = await Promise.all([
          model
            .find(filter)
            .sort({ email: 1 })
            .limit(limit + 1)
            .lean(),
          model.estimatedDocumentCount(),
        ]);
        return pageOf(rows, total, false, limit);
      }
      const { email, nameKey } = searchTerms(search);
      const byEmail = after !== undefined && after >= email.$gte ? { $gt: after, $lt: email.$lt } : email;
      const byName = after === undefined ? { nameKeys: nameKey } : { nameKeys: nameKey, email: behind };
      const [emails, names] = await Promise.all([
        model
          .find({ email: byEmail })
          .sort({ email: 1 })
          .limit(limit + 1)
          .lean(),
        model
          .find(byName)
          .sort({ email: 1 })
          .limit(limit + 1)
          .lean(),
      ]);
      const rows = [...emails, ...names].sort((a, b) => (a.email < b.email ? -1 : 1));
      if (after === undefined && rows.length <= limit) return pageOf(rows, rows.length, false, limit);
      const counts = await Promise.all([countOf({ email }), countOf({ nameKeys: nameKey })]);
      const found = counts[0] + counts[1];
      return pageOf(rows, Math.min(found, COUNTED), found >= COUNTED, limit);
    },

    add: async ({ email, name, roles }, actor) => {
      const shownName = name ?? email.slice(0, email.indexOf('@'));
      const detail = { roles: roles.join(', ') };
      const intent = await core.audit.intend({ ...actor, action: 'user.added', subject: email, detail });
      try {
        await model.create({
          email,
          name: shownName,
          roles: [...roles],
          createdAt: new Date(),
          rolesVersion: 0,
          nameKeys: [...nameKeysOf(shownName, email)],
          sessions: [],
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await intent.drop();
        throw conflict('already-exists', `There is a user ${email} already.`);
      }
      await intent.done();
      return { email, name: shownName, roles: [...roles] };
    },

    changeRole: async (email, role, enable, actor) => {
      for (;;) {
        const { record, same } = await unchanged(email);
        const before = rolesOf(record);
        if (before.includes(role) === enable) return shown(record);
        const roles = enable ? [...before, role] : before.filter((held) => held !== role);
        const decision = role === 'admin' && !enable ? await decideLeaving(email) : undefined;
        const update = {
          $set: { roles },
          $inc: { rolesVersion: 1 },
          ...(record.defaultRole === role ? { $unset: { defaultRole: 1 } } : {}),
        };
        const action = enable ? 'role.enabled' : 'role.removed';
        const intent = await core.audit.intend({ ...actor, action, subject: email, detail: { role } });
        const changed = await model.updateOne(same, update);
        if (decision !== undefined) await admins.settled(decision);
        if (changed.matchedCount === 0) {
          await intent.drop();
          continue;
        }
        await intent.done();
        return { email, name: record.name, roles: [...rolesOf({ roles })] };
      }
    },

    remove: async (email, actor) => {
      for (;;) {
        const { record, same } = await unchanged(email);
        const decision = rolesOf(record).includes('admin') ? await decideLeaving(email) : undefined;
        const intent = await core.audit.intend({ ...actor, action: 'user.deleted', subject: email });
        const removed = await model.deleteOne(same);
        if (decision !== undefined) await admins.settled(decision);
        if (removed.deletedCount === 0) {
          await intent.drop();
          continue;
        }
        // Without the record no session or link counts any more; what follows only tidies up.
        for (const forget of forgetters) await forget(record);
        await intent.done();
        return;
      }
    },

    setDefaultRole: async (email, role) => {
      // The condition and the change are one step: a role taken away meanwhile cannot become the default.
      const { matchedCount, modifiedCount } =
        role === null
          ? await model.updateOne({ email }, { $unset: { defaultRole: 1 } })
          : await model.updateOne({ email, roles: role }, { $set: { defaultRole: role } });
      if (matchedCount === 0) return 'not-held';
      return modifiedCount === 0 ? 'unchanged' : 'changed';
    },

    onRemoved: (forget) => {
      forgetters.push(forget);
    },
  };
}

function pageOf(rows: readonly UserRecord[], total: number, atLeast: boolean, limit: number): UserPage {
  const page = rows.slice(0, limit);
  return { users: page.map(shown), total, atLeast, next: rows.length > limit ? page.at(-1)?.email : undefined };
}
