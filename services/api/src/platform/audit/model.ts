import type { AuditAction } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** The options of a write of the trail, which override those of the URI: it is answered when no failover takes it back. */
export const MAJORITY_WRITE = { writeConcern: { w: 'majority' } } as const;

const CHANGES = [
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndDelete',
] as const;

/** Lets models of a schema read and append, nothing else. */
function appendOnly<Row>(schema: Schema<Row>): void {
  for (const change of CHANGES) {
    schema.pre(change, () => {
      throw new Error('The audit trail is append-only.');
    });
  }
}

/** When a person was erased from a row, and the MAC of what is left. */
export interface Erasure {
  readonly at: Date;
  readonly key: string;
  readonly mac: string;
}

/** A row of the trail. */
export interface AuditRecord {
  readonly _id: Types.ObjectId;
  readonly at: Date;
  readonly action: AuditAction;
  readonly actor: string | null;
  readonly subject: string;
  readonly from: string;
  readonly userAgent: string;
  readonly detail: Readonly<Record<string, string>>;
  /** The id of the request that made it. */
  readonly request?: string;
  /** The id of the key of the MAC. */
  readonly key: string;
  /** Over the content as it was recorded, which an erasure changes. */
  readonly mac: string;
  /** The number of the seal over it; null until it is sealed. */
  readonly seal: number | null;
  /** Its place in the trail, from 1; unset until it is sealed, as the next. */
  readonly seq?: number;
  /** The MAC of the row before. */
  readonly previousHash?: string;
  readonly erased?: Erasure;
}

const schema = new Schema<AuditRecord>(
  {
    at: { type: Date, required: true },
    action: { type: String, required: true },
    actor: { type: String, default: null },
    subject: { type: String, required: true },
    from: String,
    userAgent: String,
    detail: { type: Schema.Types.Mixed, default: {} },
    request: String,
    key: { type: String, required: true },
    mac: { type: String, required: true },
    seal: { type: Number, default: null },
    seq: Number,
    previousHash: String,
    erased: { type: { at: Date, key: String, mac: String }, _id: false, default: undefined },
  },
  { ...recordOptions('audit'), minimize: false },
);
schema.index({ subject: 1, at: -1, _id: -1 });
schema.index({ actor: 1, at: -1, _id: -1 });
schema.index({ action: 1, at: -1, _id: -1 });
// The orders of the list, with what is filtered by.
schema.index({ at: 1, _id: 1, action: 1, actor: 1, subject: 1 });
schema.index({ seal: 1, _id: 1 });
appendOnly(schema);

/** Returns the model of the trail, which can be read and appended to only; `sealer.ts` and `erasure.ts` bypass it. */
export function auditModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('Audit', schema);
}

/** A seal over rows. `_id` is its number, so of two sealers only one writes it. */
export interface SealRecord {
  readonly _id: number;
  readonly at: Date;
  /** How many rows it is over. */
  readonly rows: number;
  readonly first: Types.ObjectId;
  readonly last: Types.ObjectId;
  /** Over the MACs of its rows, in the order of their ids. */
  readonly hash: string;
  /** The MAC of the seal before. */
  readonly previous: string;
  /** The id of the key of the MAC. */
  readonly key: string;
  readonly mac: string;
}

const sealSchema = new Schema<SealRecord>(
  {
    _id: Number,
    at: { type: Date, required: true },
    rows: { type: Number, required: true },
    first: { type: Schema.Types.ObjectId, required: true },
    last: { type: Schema.Types.ObjectId, required: true },
    hash: { type: String, required: true },
    previous: { type: String, required: true },
    key: { type: String, required: true },
    mac: { type: String, required: true },
  },
  recordOptions('audit_seals'),
);
appendOnly(sealSchema);

/** Returns the model of seals, which can be read and appended to only. */
export function sealModel(connection: Connection): Model<SealRecord> {
  return connection.model<SealRecord>('AuditSeal', sealSchema);
}
