import { builtInRoleSchema, isBuiltInRole, type Role, roleSchema } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A signed-in device. Its id is the hash under which the session is stored. */
export interface SessionEntry {
  readonly id: string;
  readonly createdAt: Date;
  readonly userAgent: string;
}

/** A user of the portal. */
export interface UserRecord {
  readonly _id: Types.ObjectId;
  /** Lower case; never changes. */
  readonly email: string;
  readonly name: string;
  /** Read by `rolesOf`: older records hold a single value. */
  readonly roles: unknown;
  readonly defaultRole?: Role;
  readonly createdAt: Date;
  /** Incremented with each change of roles, for conditional updates. */
  readonly rolesVersion?: number;
  /** When the person last signed in; `NEVER` if not yet. */
  readonly lastSignInAt?: Date;
  /** The name as it is sorted. Missing in records of earlier releases, like the two below: `completeRecords` adds them. */
  readonly sortName?: string;
  /** All that the person is found by, as one text. */
  readonly searchText?: string;
  /** The keys of that text in the index of the search. */
  readonly searchKeys?: readonly string[];
  /** Searched by earlier releases. */
  readonly nameKeys?: readonly string[];
  /** The active sessions. A cookie or token of another session is refused, even if it is stored. */
  readonly sessions?: readonly SessionEntry[];
}

const schema = new Schema<UserRecord>(
  {
    email: { type: String, required: true },
    name: { type: String, required: true },
    roles: { type: Schema.Types.Mixed, required: true },
    defaultRole: String,
    createdAt: { type: Date, required: true },
    rolesVersion: Number,
    lastSignInAt: Date,
    sortName: String,
    searchText: String,
    searchKeys: { type: [String], default: undefined },
    nameKeys: { type: [String], default: undefined },
    sessions: { type: [{ _id: false, id: String, createdAt: Date, userAgent: String }], default: undefined },
  },
  recordOptions('users'),
);
schema.index({ email: 1 }, { unique: true });
schema.index({ searchKeys: 1, email: 1 });
// Each order of the list, of everybody and of those with a role.
for (const field of ['sortName', 'createdAt', 'lastSignInAt']) {
  schema.index({ [field]: 1, email: 1 });
  schema.index({ roles: 1, [field]: 1, email: 1 });
}
schema.index({ roles: 1, email: 1 });

/** Returns the model of users. */
export function userModel(connection: Connection): Model<UserRecord> {
  return connection.model<UserRecord>('User', schema);
}

/**
 * Returns the roles of a record: those of the portal, then those of teams, which may not exist any more. A single value is a
 * list of one; what has not the form of a role is none.
 */
export function rolesOf(record: Pick<UserRecord, 'roles'>): readonly Role[] {
  const listed: readonly unknown[] = Array.isArray(record.roles) ? record.roles : [record.roles];
  const brought = listed
    .flatMap((each) => roleSchema.safeParse(each).data ?? [])
    .filter((role) => !isBuiltInRole(role));
  return [...builtInRoleSchema.options.filter((role) => listed.includes(role)), ...new Set(brought)];
}
