import type { DocumentKind, LiveEvent } from '@cytocomm/contract';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import type { StoredReaders } from '../../platform/calls/readers.ts';
import type { Change } from '../../platform/changes/change.ts';
import { recordOptions } from '../../platform/database/record.ts';

/** When people could first read a document, by their key; `public` is everybody. */
export type ReadersSince = Readonly<Record<string, Date>>;

/** A current or earlier file of a document. */
export interface VersionFile
  extends Pick<
    DocumentRecord,
    'fileId' | 'name' | 'size' | 'chunkSize' | 'sha256' | 'revision' | 'validFrom' | 'uploadedAt' | 'uploadedBy'
  > {
  readonly number: number;
}

/** An earlier file of a document. */
export interface EarlierFile extends VersionFile {
  readonly replacedAt: Date;
}

/** A document. */
export interface DocumentRecord {
  readonly _id: Types.ObjectId;
  readonly title: string;
  /** The title in lower case, without accents. */
  readonly sortTitle?: string;
  readonly searchText?: string;
  readonly name: string;
  readonly url: string;
  /** A visibility alone, or with groups the keys of both. */
  readonly visibility: StoredReaders;
  readonly kind?: DocumentKind;
  /** The fiscal year. */
  readonly year?: number;
  readonly revision?: string;
  /** The first day of validity: `2026-03-14`. */
  readonly validFrom?: string;
  readonly uploadedAt: Date;
  readonly storagePath: string;
  readonly fileId: Types.ObjectId;
  readonly size: number;
  readonly chunkSize: number;
  readonly contentType: string;
  readonly sha256: string;
  readonly uploadedBy: string;
  /** Set until its mails are queued: `now` without waiting for others, `queueing` once it cannot be recalled. */
  readonly mailing?: 'wanted' | 'now' | 'queueing';
  /** The first version in the last mail about a new version, and since when the mail waited. */
  readonly mailAbout?: { readonly number: number; readonly since: Date };
  /** When it was last news for somebody: its upload, new readers, or a new version. */
  readonly newsAt: Date;
  /** When readers added after the upload could first read it. */
  readonly readersSince?: ReadersSince;
  /** The version data of the current file; unset for the first file. */
  readonly file?: Pick<VersionFile, 'number' | 'uploadedAt' | 'uploadedBy'>;
  /** The highest version; unset for a single file. */
  readonly newestVersion?: number;
  /** The last replacement. */
  readonly replaced?: { readonly at: Date; readonly by: string };
  /** Earlier files. */
  readonly versions?: readonly EarlierFile[];
}

const versionFields = {
  number: { type: Number, required: true },
  uploadedAt: { type: Date, required: true },
  uploadedBy: { type: String, required: true },
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
    name: { type: String, required: true },
    url: { type: String, required: true },
    // A text, or a list of them.
    visibility: { type: Schema.Types.Mixed, required: true },
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
    newsAt: { type: Date, required: true },
    readersSince: Schema.Types.Mixed,
    file: { type: new Schema(versionFields, { _id: false }), default: undefined },
    newestVersion: Number,
    replaced: { type: { at: Date, by: String }, _id: false, default: undefined },
    versions: { type: [new Schema(versionsField, { _id: false })], default: undefined },
  },
  recordOptions('documents'),
);
for (const moment of ['uploadedAt', 'newsAt']) schema.index({ visibility: 1, [moment]: -1, _id: -1 });
// Each order of the list, with what is filtered and searched by.
for (const field of ['sortTitle', 'size', 'uploadedAt'])
  schema.index({ [field]: 1, _id: 1, visibility: 1, kind: 1, year: 1, searchText: 1 });
schema.index({ fileId: 1 }, { unique: true });
for (const field of ['fileId', 'replacedAt']) schema.index({ [`versions.${field}`]: 1 }, { sparse: true });
schema.index({ mailing: 1 }, { sparse: true });

/** Announces a change of a document to admins and its readers, before and after. */
export function announceDocument(
  change: Change,
  type: LiveEvent['type'],
  id: string | Types.ObjectId,
  ...readers: readonly StoredReaders[]
): void {
  change.announce({ collection: 'documents', type, id: String(id) }, ...readers);
}

/** Returns the model of documents. */
export function documentModel(connection: Connection): Model<DocumentRecord> {
  return connection.model<DocumentRecord>('Document', schema);
}
