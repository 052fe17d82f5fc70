import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A file as GridFSBucket stores it. */
export interface FileRecord {
  readonly _id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
  readonly metadata?: { readonly sha256: string };
}

/** A chunk as GridFSBucket stores it. */
export interface ChunkRecord {
  readonly _id: Types.ObjectId;
  readonly files_id: Types.ObjectId;
  readonly n: number;
  readonly data: Buffer;
}

/** An upload, stored from before its first chunk until a record owns the file: a crash leaves an expired one. */
export interface UploadRecord {
  readonly _id: Types.ObjectId;
  /** Postponed during the upload. */
  readonly aliveUntil: Date;
  /** Set by the sweeper; the upload cannot be completed any more. */
  readonly condemned: boolean;
}

/** Where the files of a domain are stored. */
interface Bucket {
  /** The prefix of its collections. */
  readonly name: string;
  readonly file: Schema;
  readonly chunk: Schema;
  readonly upload: Schema<UploadRecord>;
}

// GridFSBucket reads and writes files and chunks by itself; the models declare their indexes.
function bucketOf(name: string, uploads: string): Bucket {
  const file = new Schema(
    { length: Number, chunkSize: Number, uploadDate: Date, filename: String, metadata: Schema.Types.Mixed },
    recordOptions(`${name}.files`),
  );
  file.index({ filename: 1, uploadDate: 1 });
  const chunk = new Schema(
    { files_id: Schema.Types.ObjectId, n: Number, data: Schema.Types.Buffer },
    recordOptions(`${name}.chunks`),
  );
  chunk.index({ files_id: 1, n: 1 }, { unique: true });
  const upload = new Schema<UploadRecord>(
    { aliveUntil: { type: Date, required: true }, condemned: { type: Boolean, default: false } },
    recordOptions(uploads),
  );
  upload.index({ aliveUntil: 1 });
  return { name, file, chunk, upload };
}

/** The buckets: pictures have their own, so that a sweeper looks at the files of its domain alone. */
const BUCKETS = { documents: bucketOf('fs', 'uploads'), pictures: bucketOf('pictures', 'picture_uploads') };

/** The owners of the files of a bucket. */
export type FileKind = keyof typeof BUCKETS;

/** Returns the prefix of a bucket's collections. */
export const prefixOf = (kind: FileKind): string => BUCKETS[kind].name;

/** Returns the model of a bucket's uploads, and registers the indexes of its files and chunks. */
export function uploadModel(connection: Connection, kind: FileKind): Model<UploadRecord> {
  const { name, file, chunk, upload } = BUCKETS[kind];
  connection.model(`${name}.File`, file);
  connection.model(`${name}.Chunk`, chunk);
  return connection.model<UploadRecord>(`${name}.Upload`, upload);
}

/** A stored file. */
export interface StoredFile {
  readonly id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly sha256: string;
}
