import type { AuditAction } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** Only what no failover of the database takes back is sealed, or followed by a seal. */
export const MAJORITY = 'majority';

/** The options of a write of the trail, which override those of the URI: it is answered when no failover takes it back. */
export const MAJORITY_WRITE = { writeConcern: { w: MAJORITY } } as const;

/** Returns the schema options of a collection of the trail. Mongoose heeds them in all writes but `insertMany`. */
export function trailOptions(collection: string) {
  return { ...recordOptions(collection), ...MAJORITY_WRITE } as const;
}

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

/** When a person was erased from a row, and the seal that proves it. */
export interface Erasure {
  readonly at: Date;
  /** The id of the key of the seal. */
  readonly key: string;
  readonly seal: string;
}

/** A row of the trail. `_id` is its place (`segment.ts`), so two processes cannot write the same one. */
export interface AuditRecord {
  readonly _id: number;
  readonly at: Date;
  readonly action: AuditAction;
  readonly actor: string | null;
  readonly subject: string;
  readonly from: string;
  readonly userAgent: string;
  readonly detail: Readonly<Record<string, string>>;
  readonly previousHash: string;
  readonly hash: string;
  /** The id of the key of the hash. */
  readonly key: string;
  /** The id of the request that made it. */
  readonly request?: string;
  readonly erased?: Erasure;
}

const schema = new Schema<AuditRecord>(
  {
    _id: Number,
    at: { type: Date, required: true },
    action: { type: String, required: true },
    actor: { type: String, default: null },
    subject: { type: String, required: true },
    from: String,
    userAgent: String,
    detail: { type: Schema.Types.Mixed, default: {} },
    previousHash: { type: String, required: true },
    hash: { type: String, required: true },
    key: { type: String, required: true },
    request: String,
    erased: { type: { at: Date, key: String, seal: String }, _id: false, default: undefined },
  },
  { ...trailOptions('audit'), minimize: false },
);
schema.index({ subject: 1, at: -1, _id: -1 });
schema.index({ actor: 1, at: -1, _id: -1 });
schema.index({ action: 1, at: -1, _id: -1 });
// The orders of the list, with what is filtered by.
schema.index({ at: 1, _id: 1, action: 1, actor: 1, subject: 1 });

appendOnly(schema);

/** Returns the model of the trail, which can be read and appended to only; `erasure.ts` alone bypasses it. */
export function auditModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('Audit', schema);
}

/** The end of a segment, as a seal names it. */
export interface SealedPlace {
  readonly segment: number;
  readonly seq: number;
  readonly hash: string;
}

/**
 * A seal over the ends of segments: the chain of seals is the root of the trail. `_id` is its number, so two processes cannot
 * write the same one.
 */
export interface SealRecord {
  readonly _id: number;
  readonly at: Date;
  /** Whether a segment of this number begins here; its first row follows the hash of this seal. */
  readonly opens: boolean;
  /** The ends of the segments that have grown since the seal before. */
  readonly places: readonly SealedPlace[];
  /** The segments that grow no more: these alone have no head record. */
  readonly ends: readonly number[];
  readonly previousHash: string;
  readonly hash: string;
  /** The id of the key of the hash. */
  readonly key: string;
}

const sealSchema = new Schema<SealRecord>(
  {
    _id: Number,
    at: { type: Date, required: true },
    opens: { type: Boolean, required: true },
    places: [{ segment: Number, seq: Number, hash: String, _id: false }],
    ends: [Number],
    previousHash: { type: String, required: true },
    hash: { type: String, required: true },
    key: { type: String, required: true },
  },
  trailOptions('audit_seals'),
);
appendOnly(sealSchema);

/** Returns the model of seals, which can be read and appended to only. */
export function sealModel(connection: Connection): Model<SealRecord> {
  return connection.model<SealRecord>('AuditSeal', sealSchema);
}
