import type { BinKind } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** Something that was deleted, with its record as it was. */
export interface BinRecord {
  readonly _id: Types.ObjectId;
  readonly kind: BinKind;
  /** The id that it had in its domain; of a person the e-mail, until another of that e-mail is deleted: then that of the entry. */
  readonly subject: string;
  /** The e-mail of a person whose entry has an id of its own. */
  readonly formerSubject?: string;
  readonly title: string;
  readonly deletedAt: Date;
  readonly deletedBy: string;
  readonly keptUntil: Date;
  /** As its domain stored it. */
  readonly record: unknown;
  /** The file that the record owns, if any. */
  readonly fileId?: Types.ObjectId;
}

const schema = new Schema<BinRecord>(
  {
    kind: { type: String, required: true },
    subject: { type: String, required: true },
    formerSubject: String,
    title: { type: String, default: '' },
    deletedAt: { type: Date, required: true },
    deletedBy: { type: String, default: '' },
    keptUntil: { type: Date, required: true },
    record: { type: Schema.Types.Mixed, required: true },
    fileId: Schema.Types.ObjectId,
  },
  recordOptions('bin'),
);
schema.index({ kind: 1, subject: 1 }, { unique: true });
schema.index({ deletedAt: -1, _id: -1 });
schema.index({ kind: 1, deletedAt: -1, _id: -1 });
schema.index({ keptUntil: 1 });
schema.index({ formerSubject: 1 }, { sparse: true });
for (const field of ['fileId', 'record.versions.fileId']) schema.index({ [field]: 1 }, { sparse: true });

/** Returns the model of the bin. */
export function binModel(connection: Connection): Model<BinRecord> {
  return connection.model<BinRecord>('Bin', schema);
}
