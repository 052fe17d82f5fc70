import type { Claims } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A row of the table of claims that an admin has set. */
export interface RemoteRecord {
  /** The name of the remote. */
  readonly _id: string;
  readonly claims: Claims;
  readonly mayPromote: boolean;
}

const schema = new Schema<RemoteRecord>(
  {
    _id: String,
    claims: { type: Schema.Types.Mixed, required: true },
    mayPromote: { type: Boolean, required: true },
  },
  { ...recordOptions('remotes'), minimize: false },
);

/** Returns the model of the table of claims. */
export function remoteModel(connection: Connection): Model<RemoteRecord> {
  return connection.model<RemoteRecord>('Remote', schema);
}
