import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../../platform/database/record.ts';
import { type SearchFields, searchFieldsOf } from '../../../platform/lists/search-keys.ts';

/** Returns what an acknowledgement says of whoever signed it, and by what lists find it. */
export function signerFields({ email, name }: { readonly email: string; readonly name: string }) {
  return { email, name, ...searchFieldsOf(email, name) };
}

/** That a person acknowledged a file of a document. What it says of the document is as it was then; it is never changed. */
export interface AcknowledgementRecord extends SearchFields {
  readonly _id: Types.ObjectId;
  readonly documentId: Types.ObjectId;
  readonly sha256: string;
  /** Not the e-mail: somebody else may have that later. */
  readonly userId: Types.ObjectId;
  readonly email: string;
  /** As the person signed. */
  readonly name: string;
  readonly at: Date;
  readonly title: string;
  readonly fileName: string;
  /** The number of the file. */
  readonly version: number;
  readonly revision?: string;
  readonly validFrom?: string;
  /** By the keys of the audit trail. */
  readonly seal: string;
  /** The seal that its row names, from before the person was erased. */
  readonly formerSeal?: string;
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
    searchKeys: { type: [String], default: undefined },
  },
  recordOptions('document_acknowledgements'),
);
schema.index({ documentId: 1, userId: 1, sha256: 1 }, { unique: true });
for (const fields of [{}, { sha256: 1 }, { searchKeys: 1 }] as const)
  schema.index({ documentId: 1, ...fields, at: -1, _id: -1 });

/** Returns the model of acknowledgements. */
export function acknowledgementModel(connection: Connection): Model<AcknowledgementRecord> {
  return connection.model<AcknowledgementRecord>('DocumentAcknowledgement', schema);
}
