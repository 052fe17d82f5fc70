import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../database/record.ts';

/** A file as GridFSBucket keeps it. */
export interface FileRecord {
  readonly _id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
  readonly metadata?: { readonly sha256: string };
}

/** A piece of a file as GridFSBucket keeps it. */
export interface ChunkRecord {
  readonly _id: Types.ObjectId;
  readonly files_id: Types.ObjectId;
  readonly n: number;
  readonly data: Buffer;
}

/**
 * A file that is on its way. The row is there before the first chunk and goes after the record that owns the file is
 * there, so whatever a crash leaves behind has a row whose time is over, or no row at all.
 */
export interface UploadRecord {
  readonly _id: Types.ObjectId;
  /** Moved on while the upload goes on. */
  readonly aliveUntil: Date;
  /** The sweeper took it: from then on it cannot be completed. */
  readonly condemned: boolean;
}

/** The bucket's name, which starts the names of its collections. */
export const BUCKET = 'fs';

// GridFSBucket reads and writes these two collections by itself; the models state their indexes.
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

/** Makes the indexes of files and chunks known, and gives the uploads of a connection. */
export function uploadModel(connection: Connection): Model<UploadRecord> {
  connection.model('File', fileSchema);
  connection.model('Chunk', chunkSchema);
  return connection.model<UploadRecord>('Upload', uploadSchema);
}
