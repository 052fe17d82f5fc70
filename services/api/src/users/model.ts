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
  /** Prefixes of the name's words that the e-mail does not start with; for the search. */
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
    nameKeys: { type: [String], default: undefined },
    sessions: { type: [{ _id: false, id: String, createdAt: Date, userAgent: String }], default: undefined },
  },
  recordOptions('users'),
);
schema.index({ email: 1 }, { unique: true });
schema.index({ roles: 1, email: 1 });
schema.index({ nameKeys: 1, email: 1 });

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
