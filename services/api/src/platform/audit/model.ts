import type { AuditAction } from '@cytocomm/contract';
import { type Connection, type Model, Schema } from 'mongoose';
import { appendOnly } from './append-only.ts';
import { trailOptions } from './write-concern.ts';

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
schema.index({ at: -1, _id: -1 });

appendOnly(schema);

/** Returns the model of the trail, which can be read and appended to only; `erasure.ts` alone bypasses it. */
export function auditModel(connection: Connection): Model<AuditRecord> {
  return connection.model<AuditRecord>('Audit', schema);
}
