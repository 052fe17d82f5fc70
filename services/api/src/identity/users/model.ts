import { builtInRoleSchema, groupSchema, isBuiltInRole, type Role, roleSchema } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A signed-in device. Its id is the hash under which the session is stored. */
export interface SessionEntry {
  readonly id: string;
  readonly createdAt: Date;
  readonly userAgent: string;
}

/** A passkey, as its owner's record holds it. */
export interface PasskeyRecord {
  /** Of the portal's own making: what names it in addresses. */
  readonly id: string;
  /** Of its maker, in base64url. */
  readonly credentialId: string;
  /** The public key as COSE, in base64url. */
  readonly publicKey: string;
  /** How often its maker says that it was used; 0 where that is not counted. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt?: Date;
  /** Whether its maker keeps a copy of it. */
  readonly synced: boolean;
}

/** The recovery codes that a person has left. */
export interface RecoveryCodesRecord {
  readonly salt: string;
  /** The slow hash of each code that is left, with that salt. */
  readonly hashes: readonly string[];
  readonly createdAt: Date;
}

/** That the person of a session proved, at that time, to be them: by signing in, a passkey or a mailed code. */
interface SessionProof {
  readonly id: string;
  readonly at: Date;
}

/** The account of the company's OpenID provider that a person signs in with. */
export interface CompanyAccountRecord {
  readonly issuer: string;
  /** The provider's permanent id of the person; an e-mail address may change hands. */
  readonly subject: string;
  readonly linkedAt: Date;
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
  /** The groups of readers that the person is in; missing without any. */
  readonly groups?: readonly string[];
  readonly createdAt: Date;
  /** The import that added the person. */
  readonly import?: Types.ObjectId;
  /** When the person last signed in; `NEVER` if not yet. */
  readonly lastSignInAt?: Date;
  /** The name as it is sorted. */
  readonly sortName?: string;
  /** All that the person is found by, as one text. */
  readonly searchText?: string;
  /** The active sessions. A cookie or token of another session is refused, even if it is stored. */
  readonly sessions?: readonly SessionEntry[];
  /** When which session was opened or confirmed, newest last. */
  readonly proofs?: readonly SessionProof[];
  /** Missing without one. */
  readonly passkeys?: readonly PasskeyRecord[];
  readonly recoveryCodes?: RecoveryCodesRecord;
  /** Missing until the person has signed in with one. */
  readonly companyAccount?: CompanyAccountRecord;
}

const schema = new Schema<UserRecord>(
  {
    email: { type: String, required: true },
    name: { type: String, required: true },
    roles: { type: Schema.Types.Mixed, required: true },
    defaultRole: String,
    groups: { type: [String], default: undefined },
    createdAt: { type: Date, required: true },
    import: Schema.Types.ObjectId,
    lastSignInAt: Date,
    sortName: String,
    searchText: String,
    sessions: { type: [{ _id: false, id: String, createdAt: Date, userAgent: String }], default: undefined },
    proofs: { type: [{ _id: false, id: String, at: Date }], default: undefined },
    passkeys: {
      type: [
        {
          _id: false,
          id: String,
          credentialId: String,
          publicKey: String,
          counter: Number,
          transports: [String],
          name: String,
          createdAt: Date,
          lastUsedAt: Date,
          synced: Boolean,
        },
      ],
      default: undefined,
    },
    recoveryCodes: { _id: false, type: { salt: String, hashes: [String], createdAt: Date }, default: undefined },
    companyAccount: { _id: false, type: { issuer: String, subject: String, linkedAt: Date }, default: undefined },
  },
  recordOptions('users'),
);
schema.index({ email: 1 }, { unique: true });
// A passkey is one person's.
schema.index({ 'passkeys.credentialId': 1 }, { unique: true, sparse: true });
// So is an account of the company.
schema.index({ 'companyAccount.issuer': 1, 'companyAccount.subject': 1 }, { unique: true, sparse: true });
// Each order of the list, of everybody and of those with a role, with what is filtered and searched by.
for (const field of ['email', 'sortName', 'createdAt', 'lastSignInAt']) {
  const order = { [field]: 1, email: 1, lastSignInAt: 1, searchText: 1 } as const;
  schema.index(order);
  schema.index({ roles: 1, ...order });
}
schema.index({ groups: 1, email: 1, searchText: 1 });
schema.index({ import: 1, email: 1 });

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
  const teamRoles = listed
    // Looked up before it is parsed: each call does this.
    .filter((each) => typeof each === 'string' && !isBuiltInRole(each))
    .flatMap((each) => roleSchema.safeParse(each).data ?? []);
  return [...builtInRoleSchema.options.filter((role) => listed.includes(role)), ...new Set(teamRoles)];
}

/** Returns the groups of a record, in the order of their names; what has not the form of a group is none. */
export function groupsOfPerson({ groups }: Pick<UserRecord, 'groups'>): readonly string[] {
  if (groups === undefined) return [];
  return groups.filter((group) => groupSchema.safeParse(group).success).toSorted();
}
