import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../../platform/database/record.ts';
import { searchFieldsOf } from '../../../platform/lists/search.ts';

/** Returns the signer's fields of an acknowledgement, with its search fields. */
export function signerFields({ email, name }: { readonly email: string; readonly name: string }) {
  return { email, name, ...searchFieldsOf(email, name) };
}

/** A person acknowledged a file of a document. Its copy of the document is from that moment and never changes. */
export interface AcknowledgementRecord {
  readonly _id: Types.ObjectId;
  readonly documentId: Types.ObjectId;
  readonly sha256: string;
  /** Not the e-mail, which may later belong to somebody else. */
  readonly userId: Types.ObjectId;
  readonly email: string;
  /** The name that the person signed with. */
  readonly name: string;
  readonly at: Date;
  readonly title: string;
  readonly fileName: string;
  /** The number of the file. */
  readonly version: number;
  readonly revision?: string;
  readonly validFrom?: string;
  /** Made with the keys of the audit trail. */
  readonly seal: string;
  /** The seal in the audit row, from before the person was erased. */
  readonly formerSeal?: string;
  /** E-mail and name as they are searched. */
  readonly searchText?: string;
}

const schema = new Schema<AcknowledgementRecord>(
  {
    documentId: { type: Schema.Types.ObjectId, required: true },
    sha256: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
    at: { type: Date, required: true },
    title: { type: String, required: true },
    fileName: { type: String, required: true },
    version: { type: Number, required: true },
    revision: String,
    validFrom: String,
    seal: String,
    formerSeal: String,
    searchText: String,
  },
  recordOptions('document_acknowledgements'),
);
schema.index({ documentId: 1, userId: 1, sha256: 1 }, { unique: true });
schema.index({ documentId: 1, at: 1, _id: 1, sha256: 1, searchText: 1 });

/** Returns the model of acknowledgements. */
export function acknowledgementModel(connection: Connection): Model<AcknowledgementRecord> {
  return connection.model<AcknowledgementRecord>('DocumentAcknowledgement', schema);
}
