import { RELEASE_COLLECTIONS, type StoredRelease } from '@cytocomm/releases';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A release as it is stored. */
export interface ReleaseRecord extends StoredRelease {
  readonly _id: Types.ObjectId;
  /** Of a stable version, remote and version: its index lets each be published once. */
  readonly stableVersion?: string;
  /** When it was found that nobody needs it: an hour later it is removed. */
  readonly doomedAt?: Date;
}

/** A content that is stored once, by its hash. */
export interface BlobRecord {
  readonly _id: string;
  readonly fileId: Types.ObjectId;
  readonly bytes: number;
  /** When it was found that no release lists it: an hour later it is removed. */
  readonly doomedAt?: Date;
}

const fileSchema = new Schema({ path: String, hash: String, bytes: Number }, { _id: false });

const releaseSchema = new Schema<ReleaseRecord>(
  {
    remote: { type: String, required: true },
    version: { type: String, required: true },
    release: { type: String, required: true },
    digest: { type: String, required: true },
    manifest: { type: String, required: true },
    files: { type: [fileSchema], required: true },
    size: { type: Number, required: true },
    publishedAt: { type: Date, required: true },
    publishedBy: { type: String, required: true },
    gate: { type: Schema.Types.Mixed, required: true },
    trial: Schema.Types.Mixed,
    stableVersion: String,
    doomedAt: Date,
  },
  recordOptions(RELEASE_COLLECTIONS.releases),
);
releaseSchema.index({ remote: 1, release: 1 }, { unique: true });
releaseSchema.index({ stableVersion: 1 }, { unique: true, sparse: true });
releaseSchema.index({ remote: 1, version: 1, publishedAt: -1, _id: -1 });
releaseSchema.index({ remote: 1, publishedAt: -1, _id: -1 });
releaseSchema.index({ publishedAt: -1, _id: -1 });
// What is to be tried, and which refusal is to be noted.
releaseSchema.index({ 'gate.outcome': 1, publishedAt: 1 });
releaseSchema.index({ 'trial.unnoted': 1 }, { sparse: true });

const blobSchema = new Schema<BlobRecord>(
  {
    _id: String,
    fileId: { type: Schema.Types.ObjectId, required: true },
    bytes: { type: Number, required: true },
    doomedAt: Date,
  },
  recordOptions(RELEASE_COLLECTIONS.blobs),
);
blobSchema.index({ fileId: 1 });

// GridFSBucket reads and writes these two collections by itself; the models declare their indexes.
const contentSchema = new Schema(
  { length: Number, chunkSize: Number, uploadDate: Date, filename: String },
  recordOptions(`${RELEASE_COLLECTIONS.bucket}.files`),
);
contentSchema.index({ filename: 1, uploadDate: 1 });

const pieceSchema = new Schema(
  { files_id: Schema.Types.ObjectId, n: Number, data: Schema.Types.Buffer },
  recordOptions(`${RELEASE_COLLECTIONS.bucket}.chunks`),
);
pieceSchema.index({ files_id: 1, n: 1 }, { unique: true });

/** The release of a stable version that was removed: no other one may take its version. */
interface RemovedVersion {
  /** Remote and version, as `stableVersion` of a release. */
  readonly _id: string;
  readonly release: string;
}

const removedSchema = new Schema<RemovedVersion>(
  { _id: String, release: { type: String, required: true } },
  recordOptions('removed_versions'),
);

/** Returns the model of stable versions whose releases were removed. */
export function removedVersionModel(connection: Connection): Model<RemovedVersion> {
  return connection.model<RemovedVersion>('RemovedVersion', removedSchema);
}

/** Returns the model of releases. */
export function releaseModel(connection: Connection): Model<ReleaseRecord> {
  return connection.model<ReleaseRecord>('Release', releaseSchema);
}

/** Returns the model of contents, and registers the indexes of their files. */
export function blobModel(connection: Connection): Model<BlobRecord> {
  connection.model('ReleaseFile', contentSchema);
  connection.model('ReleasePiece', pieceSchema);
  return connection.model<BlobRecord>('ReleaseBlob', blobSchema);
}
