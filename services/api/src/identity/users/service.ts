import { MAX_ROLES_OF_PERSON, type Role, type User } from '@cytocomm/contract';
import type { Types } from 'mongoose';
import { type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import { createKindOfBin, type KindOfBin } from '../../platform/bin/kind-of-bin.ts';
import { conflict, notFound, unknownRole } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { readTogether, storeAgain } from '../../platform/database/record.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { Page } from '../../platform/lists/pages.ts';
import { createAdminGuard } from './admins.ts';
import { type ChangeFactors, type CompanyAccounts, createChangeFactors, createCompanyAccounts } from './factors.ts';
import { createUserGroups, type UserGroups } from './groups.ts';
import { createUserImport, type ImportUsers, reasonInBin } from './import.ts';
import { rolesOf, type UserRecord, userModel } from './model.ts';
import { announceUser, listFieldsOf, newUserRecord, presentUser } from './record.ts';
import type { RoleSource } from './roles.ts';
import { createUserSessions, type UserSessions } from './sessions.ts';
import { createUserList, type ListedUser, type UserSearch } from './user-list.ts';

export { groupsOfPerson, type PasskeyRecord, type RecoveryCodesRecord, rolesOf, type UserRecord } from './model.ts';

/** Called in a change with the user whom it is about: other domains change their records and queue their mails with it. */
type Listener = (record: UserRecord, actor: Actor) => Promise<void>;

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
  /** Registers a listener of deleted users. */
  onRemoved(listener: Listener): void;
  /** Registers a listener of users who were taken out of the bin. */
  onRestored(listener: Listener): void;
  /** Registers a listener of users who became admins, by any of these ways. */
  onAdmin(listener: Listener): void;
}

const unknownUser = (email: string) => notFound(`There is no user ${email}.`);

/** Excluded from the read that each call makes; only the list needs them. */
const LIST_ONLY_FIELDS = { searchText: 0 } as const;

/** Creates the users of a database. `table` knows which roles exist. */
export function createUsers(core: Core, table: RoleSource): Users {
  const { connection } = core.database;
  const model = userModel(connection);
  const assertOtherAdmin = createAdminGuard(connection, model);
  const listeners: Record<'removed' | 'restored' | 'admin', Listener[]> = { removed: [], restored: [], admin: [] };

  async function tell(what: keyof typeof listeners, record: UserRecord, actor: Actor): Promise<void> {
    for (const listener of listeners[what]) await listener(record, actor);
  }

  const bin = createKindOfBin<UserRecord>(core, 'user', {
    store: async (record, change, actor) => {
      // Do not revive old sessions.
      await storeAgain(model, { ...record, ...listFieldsOf(record), sessions: [] }, change.session);
      announceUser(change, 'added', record);
      await tell('restored', record, actor);
      if (rolesOf(record).includes('admin')) await tell('admin', record, actor);
    },
    duplicateError: ({ email }) => conflict('already-exists', `There is a user ${email} again. Delete that one first.`),
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

  /** Reads a record in a change: `byEmail` reads outside of it. */
  async function recordToChange(email: string): Promise<UserRecord> {
    const record = await model.findOne({ email }).lean();
    if (record === null) throw unknownUser(email);
    return record;
  }

  async function assertExist(path: string, roles: readonly Role[]): Promise<void> {
    const existing = await table.existing(roles);
    const unknown = roles.find((role) => !existing.includes(role));
    if (unknown !== undefined) throw unknownRole(path, unknown);
  }

  const demandsPasskey = (roles: readonly Role[]) => roles.some((role) => core.config.secondFactorRoles.includes(role));

  return {
    sessions: createUserSessions(core, model),
    changeFactors: createChangeFactors(core, model),
    companyAccounts: createCompanyAccounts(core, model),
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
      const shownName = name ?? email.slice(0, email.indexOf('@'));
      const detail = { roles: roles.join(', '), ...(groups.length > 0 && { groups: groups.join(', ') }) };
      try {
        await core.change(actor, async (change) => {
          if ((await withPasskeyInBin([email])).size > 0) throw conflict('conflict', reasonInBin(email));
          const record = await model.create(newUserRecord({ email, name: shownName, roles, groups }));
          announceUser(change, 'added', record);
          change.audit('user.added', email, detail);
          if (roles.includes('admin')) await tell('admin', record.toObject(), actor);
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw conflict('already-exists', `There is a user ${email} already.`);
      }
      return { email, name: shownName, roles: [...roles], ...(groups.length > 0 && { groups: groups.toSorted() }) };
    },

    import: createUserImport(core, { table, model, withPasskeyInBin }),

    rename: (email, name, actor) =>
      core.change(actor, async (change) => {
        const record = await recordToChange(email);
        if (record.name === name) return presentUser(record);
        await model.updateOne({ _id: record._id }, { name, ...listFieldsOf({ email, name }) });
        announceUser(change, 'changed', record);
        change.audit('user.renamed', email, { name });
        return presentUser({ ...record, name });
      }),

    changeRole: async (email, role, enable, actor) => {
      if (enable) await assertExist('body.role', [role]);
      return core.change(actor, async (change) => {
        const record = await recordToChange(email);
        const before = rolesOf(record);
        if (before.includes(role) === enable) return presentUser(record);
        const roles = enable ? [...before, role] : before.filter((each) => each !== role);
        if (roles.length > MAX_ROLES_OF_PERSON)
          throw conflict('conflict', `${email} has ${before.length} roles, which is the maximum. Take one away first.`);
        if (role === 'admin' && !enable) await assertOtherAdmin(email);
        const unset = record.defaultRole === role ? { $unset: { defaultRole: 1 } } : {};
        await model.updateOne({ _id: record._id }, { $set: { roles }, ...unset });
        announceUser(change, 'changed', record);
        change.audit(enable ? 'role.enabled' : 'role.removed', email, { role });
        if (role === 'admin' && enable) await tell('admin', { ...record, roles }, actor);
        return presentUser({ ...record, roles });
      });
    },

    remove: (email, actor) =>
      core.change(actor, async (change) => {
        const record = await recordToChange(email);
        if (rolesOf(record).includes('admin')) await assertOtherAdmin(email);
        await model.deleteOne({ _id: record._id });
        announceUser(change, 'removed', record);
        const entry = { subject: email, title: record.name, deletedBy: actor.actor ?? '' };
        const deletedAt = await bin.put({ ...entry, record: { ...record, sessions: [] } });
        await tell('removed', record, actor);
        change.audit('user.deleted', email);
        return deletedAt;
      }),

    setDefaultRole: (email, role) =>
      core.change(SYSTEM, async (change) => {
        const record = await model.findOne({ email }).lean();
        if (record === null || (role !== null && !rolesOf(record).includes(role))) return 'not-held';
        if ((record.defaultRole ?? null) === role) return 'unchanged';
        const update = role === null ? { $unset: { defaultRole: 1 } } : { $set: { defaultRole: role } };
        await model.updateOne({ _id: record._id }, update);
        announceUser(change, 'changed', record);
        return 'changed';
      }),

    onRemoved: (listener) => void listeners.removed.push(listener),
    onRestored: (listener) => void listeners.restored.push(listener),
    onAdmin: (listener) => void listeners.admin.push(listener),
  };
}
