import { type Connection, type Model, Schema } from 'mongoose';
import { appendOnly } from './append-only.ts';
import { trailOptions } from './write-concern.ts';

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

const schema = new Schema<SealRecord>(
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
appendOnly(schema);

/** Returns the model of seals, which can be read and appended to only. */
export function sealModel(connection: Connection): Model<SealRecord> {
  return connection.model<SealRecord>('AuditSeal', schema);
}
