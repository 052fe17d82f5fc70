import type { DocumentKind } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import type { StoredReaders } from '../../platform/calls/readers.ts';
import { recordOptions } from '../../platform/database/record.ts';

/** Since when people can read a document, by the key under which they do; of `public` everybody. */
export type ReadersSince = Readonly<Record<string, Date>>;

/** A file that a document has, or had. */
export interface VersionFile
  extends Pick<
    DocumentRecord,
    'fileId' | 'name' | 'size' | 'chunkSize' | 'sha256' | 'revision' | 'validFrom' | 'uploadedAt' | 'uploadedBy'
  > {
  readonly number: number;
  /** Under what the call that brought it is known, so that it is made once. */
  readonly replacement?: Types.ObjectId;
}

/** A file that a document had. */
export interface EarlierFile extends VersionFile {
  readonly replacedAt: Date;
}

/** A document. One that is being deleted has no visibility, so no query finds it. */
export interface DocumentRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  /** The title in lower case, without accents. */
  readonly sortTitle?: string;
  readonly searchText?: string;
  readonly searchKeys?: readonly string[];
  readonly name: string;
  readonly url: string;
  /** A visibility alone, or with groups the keys of both. */
  readonly visibility?: StoredReaders;
  readonly kind?: DocumentKind;
  /** The fiscal year. */
  readonly year?: number;
  readonly revision?: string;
  /** The day from which it is to be followed: `2026-03-14`. */
  readonly validFrom?: string;
  readonly uploadedAt: Date;
  readonly storagePath: string;
  readonly fileId: Types.ObjectId;
  readonly size: number;
  readonly chunkSize: number;
  readonly contentType: string;
  readonly sha256: string;
  readonly uploadedBy: string;
  /** Set until its mails are queued: `now` without waiting for others, `queueing` once nobody can recall it. */
  readonly mailing?: 'wanted' | 'now' | 'queueing';
  /** The first file that the last mail about another file tells of, and since when it waited; missing before there was one. */
  readonly mailAbout?: { readonly number: number; readonly since: Date };
  /** The former visibility of a document that is being deleted, for its live event. */
  readonly removedFrom?: StoredReaders;
  readonly removedBy?: string;
  /** Who could read it before that was changed last, for its live event. */
  readonly movedFrom?: StoredReaders;
  /** When what is said of it was changed last, its title or its kind, and who could read it then, for its live event. */
  readonly renamed?: { readonly at: Date; readonly for: StoredReaders };
  /** When others could read it for the first time or again, last; missing while only those can who could since its upload. */
  readonly visibleSince?: Date;
  /** Since when those can read it who could not since its upload. */
  readonly readersSince?: ReadersSince;
  /** What is to say of the current file alone; missing while it is the one of the upload. */
  readonly file?: Pick<VersionFile, 'number' | 'uploadedAt' | 'uploadedBy' | 'replacement'>;
  /** The greatest number that a file of it had; missing while there was one file. */
  readonly newestVersion?: number;
  /** When another file became the current one last, by whom, and who could read it then, for its live event. */
  readonly replaced?: { readonly at: Date; readonly by: string; readonly for: StoredReaders };
  /** When its readers were told of another file, last. */
  readonly toldAt?: Date;
  /** Earlier files, each stored as that of the document is. */
  readonly versions?: readonly EarlierFile[];
}

const versionFields = {
  number: { type: Number, required: true },
  uploadedAt: { type: Date, required: true },
  uploadedBy: { type: String, required: true },
  replacement: Schema.Types.ObjectId,
};
const versionsField = {
  ...versionFields,
  fileId: { type: Schema.Types.ObjectId, required: true },
  name: { type: String, required: true },
  size: { type: Number, required: true },
  chunkSize: { type: Number, required: true },
  sha256: { type: String, required: true },
  revision: String,
  validFrom: String,
  replacedAt: { type: Date, required: true },
};

const schema = new Schema<DocumentRecord>(
  {
    title: { type: String, required: true },
    sortTitle: String,
    searchText: String,
    searchKeys: { type: [String], default: undefined },
    name: { type: String, required: true },
    url: { type: String, required: true },
    // A text, or a list of them.
    visibility: Schema.Types.Mixed,
    kind: String,
    year: Number,
    revision: String,
    validFrom: String,
    uploadedAt: { type: Date, required: true },
    storagePath: { type: String, required: true },
    fileId: { type: Schema.Types.ObjectId, required: true },
    size: { type: Number, required: true },
    chunkSize: { type: Number, required: true },
    contentType: { type: String, required: true },
    sha256: { type: String, required: true },
    uploadedBy: { type: String, required: true },
    mailing: String,
    mailAbout: { type: { number: Number, since: Date }, _id: false, default: undefined },
    removedFrom: Schema.Types.Mixed,
    removedBy: String,
    movedFrom: Schema.Types.Mixed,
    renamed: { type: { at: Date, for: Schema.Types.Mixed }, _id: false, default: undefined },
    visibleSince: Date,
    readersSince: Schema.Types.Mixed,
    file: { type: new Schema(versionFields, { _id: false }), default: undefined },
    newestVersion: Number,
    replaced: { type: { at: Date, by: String, for: Schema.Types.Mixed }, _id: false, default: undefined },
    toldAt: Date,
    versions: { type: [new Schema(versionsField, { _id: false })], default: undefined },
  },
  recordOptions('documents'),
);
schema.index({ visibility: 1, uploadedAt: -1, _id: -1 });
for (const moment of ['visibleSince', 'toldAt']) schema.index({ visibility: 1, [moment]: -1, _id: -1 });
for (const fields of [{ kind: 1 }, { year: 1 }, { kind: 1, year: 1 }] as const)
  schema.index({ visibility: 1, ...fields, uploadedAt: -1, _id: -1 });
for (const field of ['sortTitle', 'size']) schema.index({ visibility: 1, [field]: 1, _id: 1 });
schema.index({ searchKeys: 1, uploadedAt: -1, _id: -1 });
schema.index({ fileId: 1 }, { unique: true });
for (const field of ['fileId', 'replacedAt']) schema.index({ [`versions.${field}`]: 1 }, { sparse: true });
schema.index({ removedFrom: 1 }, { sparse: true });
schema.index({ mailing: 1 }, { sparse: true });

/** Returns the model of documents. */
export function documentModel(connection: Connection): Model<DocumentRecord> {
  return connection.model<DocumentRecord>('Document', schema);
}
