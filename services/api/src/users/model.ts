import { type Role, roleSchema } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** One signed-in device. Its id is the hash under which the session store keeps the session. */
export interface SessionEntry {
  readonly id: string;
  readonly createdAt: Date;
  readonly userAgent: string;
}

/** A person who may sign in. */
export interface UserRecord {
  readonly _id: Types.ObjectId;
  /** Lower case; it never changes. */
  readonly email: string;
  readonly name: string;
  /** Read it through `rolesOf`: older records hold a single value. */
  readonly roles: unknown;
  readonly defaultRole?: Role;
  readonly createdAt: Date;
  /** Grows with every change of roles, so that a change decided on an older state finds out. */
  readonly rolesVersion?: number;
  /** Prefixes of the words of the name that the e-mail does not start with already; the list is searched by them. */
  readonly nameKeys?: readonly string[];
  /** The sessions that count. A cookie or token of another session is refused, whatever the session store says. */
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

/** The people of a connection. */
export function userModel(connection: Connection): Model<UserRecord> {
  return connection.model<UserRecord>('User', schema);
}

/** The roles of a record: a single value is a one-item list, anything else is no roles. */
export function rolesOf(record: Pick<UserRecord, 'roles'>): readonly Role[] {
  const listed: readonly unknown[] = Array.isArray(record.roles) ? record.roles : [record.roles];
  return roleSchema.options.filter((role) => listed.includes(role));
}
