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

/** An upload, stored from before its first chunk until after its record: a crash leaves an expired one, or none. */
export interface UploadRecord {
  readonly _id: Types.ObjectId;
  /** Postponed during the upload. */
  readonly aliveUntil: Date;
  /** Set by the sweeper; the upload cannot be completed any more. */
  readonly condemned: boolean;
}

/** The prefix of the bucket's collections. */
export const BUCKET = 'fs';

// GridFSBucket reads and writes these two collections by itself; the models declare their indexes.
const fileSchema = new Schema(
  { length: Number, chunkSize: Number, uploadDate: Date, filename: String, metadata: Schema.Types.Mixed },
  recordOptions(`${BUCKET}.files`),
);
fileSchema.index({ filename: 1, uploadDate: 1 });

const chunkSchema = new Schema(
  { files_id: Schema.Types.ObjectId, n: Number, data: Schema.Types.Buffer },
  recordOptions(`${BUCKET}.chunks`),
);
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true });

const uploadSchema = new Schema<UploadRecord>(
  { aliveUntil: { type: Date, required: true }, condemned: { type: Boolean, default: false } },
  recordOptions('uploads'),
);
uploadSchema.index({ aliveUntil: 1 });

/** Returns the model of uploads, and registers the indexes of files and chunks. */
export function uploadModel(connection: Connection): Model<UploadRecord> {
  connection.model('File', fileSchema);
  connection.model('Chunk', chunkSchema);
  return connection.model<UploadRecord>('Upload', uploadSchema);
}
