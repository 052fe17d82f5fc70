import { MAX_ROLES_OF_PERSON, type Role, type User } from '@cytocomm/contract';
import type { Types } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { createKindOfBin, type KindOfBin } from '../../platform/bin/kind-of-bin.ts';
import { conflict, MAX_ATTEMPTS, notFound, tooManyConflicts, unknownRole } from '../../platform/calls/problem.ts';
import { currentRequestId } from '../../platform/calls/request-id.ts';
import type { Core } from '../../platform/core.ts';
import { readTogether, storeAgain } from '../../platform/database/record.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { Page } from '../../platform/lists/pages.ts';
import { type AdminGuard, createAdminGuard } from './admins.ts';
import { type ChangeFactors, type CompanyAccounts, createChangeFactors, createCompanyAccounts } from './factors.ts';
import { createUserGroups, type UserGroups } from './groups.ts';
import { createUserImport, type ImportUsers, reasonInBin } from './import.ts';
import { rolesOf, type UserRecord, userModel } from './model.ts';
import { listFieldsOf, matchUnchanged, newUserRecord, presentUser } from './record.ts';
import type { RoleSource } from './roles.ts';
import { createUserSessions, type UserSessions } from './sessions.ts';
import { createUserList, type ListedUser, type UserSearch } from './user-list.ts';

export { groupsOfPerson, type PasskeyRecord, type RecoveryCodesRecord, rolesOf, type UserRecord } from './model.ts';

/** The users of the portal. */
export interface Users {
  readonly sessions: UserSessions;
  readonly changeFactors: ChangeFactors;
  readonly companyAccounts: CompanyAccounts;
  readonly groups: UserGroups;
  /** The people who were deleted and can return. */
  readonly bin: KindOfBin;
  /** Returns the record of a user; undefined for an unknown address. */
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Returns the record of a user; undefined for an unknown id. */
  byId(id: string | Types.ObjectId): Promise<UserRecord | undefined>;
  /** Returns the roles of a record that exist now. */
  rolesInForce(record: UserRecord): Promise<readonly Role[]>;
  /** Whether one of these roles demands a passkey (`SECOND_FACTOR_ROLES`). */
  demandsPasskey(roles: readonly Role[]): boolean;
  /** Whether a person with these roles has to add a passkey before anything else. */
  lacksPasskey(record: UserRecord, roles: readonly Role[]): boolean;
  /** Whether there is a role of this name. */
  isRole(role: Role): Promise<boolean>;
  /** Returns a user as the API presents it. Throws 404 for an unknown address. */
  find(email: string): Promise<User>;
  /** Returns a page of users. Throws 400 for a cursor that no page had. */
  list(search: UserSearch): Promise<Page<ListedUser>>;
  /** Counts the users of a list, up to a bound beyond which there are `atLeast` so many. */
  count(search: Omit<UserSearch, 'limit'>): Promise<{ readonly total: number; readonly atLeast: boolean }>;
  /** Adds a user. Throws 400 for a role that does not exist, 409 for an address that is taken, or in the bin with a passkey. */
  add(
    person: {
      email: string;
      name?: string | undefined;
      roles: readonly Role[];
      groups?: readonly string[] | undefined;
    },
    actor: Actor,
  ): Promise<User>;
  /** Adds the people of a file, or says what would become of them. Throws 400 for a file that cannot be read. */
  readonly import: ImportUsers;
  /** Calls a user by another name. Throws 404 for an unknown address. */
  rename(email: string, name: string, actor: Actor): Promise<User>;
  /** Adds or removes a role; one that does not exist any more can be removed. Throws 400, 404 and 409. */
  changeRole(email: string, role: Role, enable: boolean, actor: Actor): Promise<User>;
  /** Ends a person's sessions and links at once, and puts the record into the bin. Returns when that was. */
  remove(email: string, actor: Actor): Promise<Date>;
  /** Sets the role a user starts with, null for none. Returns `not-held` for a role the user does not have. */
  setDefaultRole(email: string, role: Role | null): Promise<'changed' | 'unchanged' | 'not-held'>;
  /** Registers a function that is called with each deleted user before the response: other domains delete their records. */
  onRemoved(forget: (record: UserRecord, actor: Actor) => Promise<void>): void;
  /** Registers a function that is called with each user who was taken out of the bin, before the response. */
  onRestored(listener: (record: UserRecord, actor: Actor) => Promise<void>): void;
}

const lastAdmin = () => conflict('last-admin', 'This is the last admin. Make somebody else an admin first.');
const unknownUser = (email: string) => notFound(`There is no user ${email}.`);

/** Excluded from the read that each call makes; only the list needs them. */
const LIST_ONLY_FIELDS = { searchText: 0 } as const;

/** Creates the users of a database. `table` knows which roles exist. */
export function createUsers(core: Core, table: RoleSource): Users {
  const { connection } = core.database;
  const model = userModel(connection);
  const admins: AdminGuard = createAdminGuard(core.database, model);
  const forgetters: ((record: UserRecord, actor: Actor) => Promise<void>)[] = [];
  const listeners: ((record: UserRecord, actor: Actor) => Promise<void>)[] = [];

  const bin = createKindOfBin<UserRecord>(core, 'user', {
    store: async (record, actor) => {
      // Do not revive old sessions, nor a change of roles that was under way.
      const rolesVersion = (record.rolesVersion ?? 0) + 1;
      await storeAgain(model, { ...record, ...listFieldsOf(record), sessions: [], rolesVersion });
      for (const listener of listeners) await listener(record, actor);
    },
    show: async ({ _id, email }) => {
      const { matchedCount } = await model.updateOne({ _id }, { $inc: { rolesVersion: 1 } });
      if (matchedCount === 1) return true;
      if ((await model.exists({ email, _id: { $ne: _id } })) === null) return false;
      throw conflict('already-exists', `There is a user ${email} again. Delete that one first.`);
    },
  });

  /** Otherwise a reader of a deleted person's mailbox could sign in as them once they are added again. */
  const withPasskeyInBin = (emails: readonly string[]) =>
    bin.withRecord(emails, { 'record.passkeys.0': { $exists: true } });

  // By the driver: every call does this, and mongoose has nothing to cast.
  const byEmail = readTogether<UserRecord>(
    ({ email }) => email,
    ([email = '', ...others], comment) => {
      const filter = { email: others.length === 0 ? email : { $in: [email, ...others] } };
      const bounds = { limit: 1 + others.length, singleBatch: true };
      return model.collection.find<UserRecord>(filter, { projection: LIST_ONLY_FIELDS, comment, ...bounds }).toArray();
    },
  );

  async function recordOf(email: string): Promise<UserRecord> {
    const record = await byEmail(email);
    if (record === undefined) throw unknownUser(email);
    return record;
  }

  /** Returns the id of a decision, which is to be settled. Throws 409 for the last admin. */
  async function decideLeaving(email: string): Promise<string> {
    const decision = await admins.reserveRemoval(email);
    if (decision === undefined) throw lastAdmin();
    return decision;
  }

  /** Deletes a record while it is as it was read: what was changed since is not in the bin. Returns whether it was. */
  async function removeAsRead(record: UserRecord): Promise<boolean> {
    // By the driver: mongoose would cast what it compares with.
    const { deletedCount } = await model.collection.deleteOne(matchUnchanged(model, record), {
      comment: currentRequestId(),
    });
    return deletedCount === 1;
  }

  async function assertExist(path: string, roles: readonly Role[]): Promise<void> {
    const existing = await table.existing(roles);
    const unknown = roles.find((role) => !existing.includes(role));
    if (unknown !== undefined) throw unknownRole(path, unknown);
  }

  const demandsPasskey = (roles: readonly Role[]) => roles.some((role) => core.config.secondFactorRoles.includes(role));

  return {
    sessions: createUserSessions(model),
    changeFactors: createChangeFactors(model),
    companyAccounts: createCompanyAccounts(model),
    groups: createUserGroups(core, model),
    demandsPasskey,
    lacksPasskey: ({ passkeys = [] }, roles) => passkeys.length === 0 && demandsPasskey(roles),
    bin,
    byEmail,
    byId: async (id) => (await model.findById(id).lean()) ?? undefined,
    rolesInForce: (record) => table.existing(rolesOf(record)),
    isRole: async (role) => (await table.existing([role])).length === 1,
    find: async (email) => presentUser(await recordOf(email)),

    ...createUserList(model),

    add: async ({ email, name, roles, groups = [] }, actor) => {
      await assertExist('body.roles', roles);
      if ((await withPasskeyInBin([email])).size > 0) throw conflict('conflict', reasonInBin(email));
      const shownName = name ?? email.slice(0, email.indexOf('@'));
      const detail = { roles: roles.join(', '), ...(groups.length > 0 && { groups: groups.join(', ') }) };
      const intent = await core.audit.intend({ ...actor, action: 'user.added', subject: email, detail });
      try {
        await model.create(newUserRecord({ email, name: shownName, roles, groups }));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await intent.drop();
        throw conflict('already-exists', `There is a user ${email} already.`);
      }
      await intent.done();
      return { email, name: shownName, roles: [...roles], ...(groups.length > 0 && { groups: groups.toSorted() }) };
    },

    import: createUserImport(core, { table, model, withPasskeyInBin }),

    rename: async (email, name, actor) => {
      const record = await recordOf(email);
      if (record.name === name) return presentUser(record);
      const intent = await core.audit.intend({ ...actor, action: 'user.renamed', subject: email, detail: { name } });
      const fields = { name, ...listFieldsOf({ email, name }) };
      const renamed = await model.findOneAndUpdate({ email }, { $set: fields }, { returnDocument: 'after' }).lean();
      if (renamed === null) {
        await intent.drop();
        throw unknownUser(email);
      }
      await intent.done();
      return presentUser(renamed);
    },

    changeRole: async (email, role, enable, actor) => {
      if (enable) await assertExist('body.role', [role]);
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const record = await recordOf(email);
        const same = { _id: record._id, rolesVersion: record.rolesVersion ?? null };
        const before = rolesOf(record);
        if (before.includes(role) === enable) return presentUser(record);
        const roles = enable ? [...before, role] : before.filter((each) => each !== role);
        if (roles.length > MAX_ROLES_OF_PERSON)
          throw conflict('conflict', `${email} has ${before.length} roles, which is the maximum. Take one away first.`);
        const decision = role === 'admin' && !enable ? await decideLeaving(email) : undefined;
        const update = {
          $set: { roles },
          $inc: { rolesVersion: 1 },
          ...(record.defaultRole === role ? { $unset: { defaultRole: 1 } } : {}),
        };
        const action = enable ? 'role.enabled' : 'role.removed';
        const intent = await core.audit.intend({ ...actor, action, subject: email, detail: { role } });
        const changed = await model.updateOne(same, update);
        if (decision !== undefined) await admins.release(decision);
        if (changed.matchedCount === 0) {
          await intent.drop();
          continue;
        }
        await intent.done();
        return presentUser({ ...record, roles });
      }
      throw tooManyConflicts('this person');
    },

    remove: async (email, actor) => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const readAt = core.database.now();
        const record = await recordOf(email);
        const decision = rolesOf(record).includes('admin') ? await decideLeaving(email) : undefined;
        const intent = await core.audit.intend({ ...actor, action: 'user.deleted', subject: email });
        const deletion = { subject: email, readAt, title: record.name, deletedBy: actor.actor ?? '' };
        const deletedAt = await bin.put({ ...deletion, record: { ...record, sessions: [] } });
        const isRemoved = deletedAt !== undefined && (await removeAsRead(record));
        if (decision !== undefined) await admins.release(decision);
        if (!isRemoved) {
          await intent.drop();
          // People who still exist are not in the bin.
          const isThere = (await model.exists({ _id: record._id })) !== null;
          if (deletedAt !== undefined && isThere) await bin.takeOut(email, deletedAt);
          continue;
        }
        // Without the record no session or link is valid; the rest is cleanup.
        for (const forget of forgetters) await forget(record, actor);
        await intent.done();
        return deletedAt;
      }
      throw tooManyConflicts('this person');
    },

    setDefaultRole: async (email, role) => {
      // One step, so that a role removed meanwhile cannot become the default.
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
    onRestored: (listener) => {
      listeners.push(listener);
    },
  };
}
