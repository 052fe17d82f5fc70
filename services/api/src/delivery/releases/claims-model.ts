import type { Claims, RemoteSettings, Role } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A role of a team that a row named before, and the number of the change that took it out. */
export interface FormerRole {
  readonly role: Role;
  readonly until: number;
}

/** A row of the table of claims that an admin has set. */
export interface RemoteRecord extends RemoteSettings {
  /** The name of the remote. */
  readonly _id: string;
  readonly claims: Claims;
  /** The number of the change that it comes from; rows of older versions have none. */
  readonly changed?: number;
  readonly formerRoles?: readonly FormerRole[];
}

const schema = new Schema<RemoteRecord>(
  {
    _id: String,
    claims: { type: Schema.Types.Mixed, required: true },
    mayPromote: { type: Boolean, required: true },
    changed: Number,
    formerRoles: { type: [{ _id: false, role: String, until: Number }], default: undefined },
  },
  { ...recordOptions('remotes'), minimize: false },
);

/** Returns the model of the table of claims. */
export function remoteModel(connection: Connection): Model<RemoteRecord> {
  return connection.model<RemoteRecord>('Remote', schema);
}

/** The last change of the table. It is replaced by the next one alone, which has seen all before it. */
export interface TableChange {
  readonly _id: 'last';
  readonly number: number;
  readonly row: Omit<RemoteRecord, 'changed'>;
  /** Whether the row is in the table. */
  readonly isWritten: boolean;
}

const changeSchema = new Schema<TableChange>(
  {
    _id: String,
    number: { type: Number, required: true },
    row: { type: Schema.Types.Mixed, required: true },
    isWritten: { type: Boolean, required: true },
  },
  { ...recordOptions('remote_changes'), minimize: false },
);

/** Returns the model of the last change of the table. */
export function tableChangeModel(connection: Connection): Model<TableChange> {
  return connection.model<TableChange>('TableChange', changeSchema);
}
