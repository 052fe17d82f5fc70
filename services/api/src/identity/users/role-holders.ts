import type { Connection } from 'mongoose';
import type { ListedCollection } from '../../platform/lists/indexed-list.ts';
import { type UserRecord, userModel } from './model.ts';

/** A person who holds a role, as lists show them. */
export type RoleHolder = Pick<
  UserRecord,
  '_id' | 'email' | 'name' | 'roles' | 'groups' | 'createdAt' | 'lastSignInAt' | 'searchText'
>;

const FIELDS = { email: 1, name: 1, roles: 1, groups: 1, createdAt: 1, lastSignInAt: 1, searchText: 1 } as const;

/** The people who hold a role. */
export interface RoleHolders {
  /** Returns those, in some groups or at all, whose e-mail comes after this one, in that order. */
  after(role: string, groups: readonly string[], email: string, limit: number): Promise<readonly RoleHolder[]>;
  /** Returns people as a list reads them, each with what `extend` adds. */
  collection<Row>(extend: (people: readonly RoleHolder[]) => Promise<Row[]>): ListedCollection<Row>;
}

/** Creates what reads the people of a database by role. */
export function createRoleHolders(connection: Connection): RoleHolders {
  const model = userModel(connection);
  return {
    after: (role, groups, email, limit) =>
      model
        .find({ roles: role, ...(groups.length > 0 && { groups: { $in: groups } }), email: { $gt: email } }, FIELDS)
        .sort({ email: 1 })
        .limit(limit)
        .lean<RoleHolder[]>(),
    collection: (extend) => ({
      find: async (filter, sort, limit) =>
        extend(await model.find(filter, FIELDS).sort(sort).limit(limit).lean<RoleHolder[]>()),
      count: (filter, limit) => model.countDocuments(filter, { limit }),
    }),
  };
}
