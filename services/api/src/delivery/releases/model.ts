import type { Claims, RemoteSettings, Role } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS, type StoredRelease } from '@cytocomm/releases';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { recordOptions } from '../../platform/database/record.ts';

/** A team token; the database removes it when it has expired. */
export interface TeamTokenRecord {
  readonly _id: Types.ObjectId;
  /** SHA-256 of the token, 64 hex digits. */
  readonly hash: string;
  readonly remote: string;
  /** Its place among the tokens of the remote, from 0: the index bounds how many there are. */
  readonly slot: number;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const tokenSchema = new Schema<TeamTokenRecord>(
  {
    hash: { type: String, required: true },
    remote: { type: String, required: true },
    slot: { type: Number, required: true },
    name: { type: String, required: true },
    createdBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  recordOptions('team_tokens'),
);
tokenSchema.index({ hash: 1 }, { unique: true });
tokenSchema.index({ remote: 1, slot: 1 }, { unique: true });
tokenSchema.index({ createdAt: -1, _id: -1 });
tokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Returns the model of team tokens. */
export function teamTokenModel(connection: Connection): Model<TeamTokenRecord> {
  return connection.model<TeamTokenRecord>('TeamToken', tokenSchema);
}

/** A removed role of a row, and the number of the change that removed it. */
export interface FormerRole {
  readonly role: Role;
  readonly until: number;
}

/** A row of the table of claims that an admin has set. */
export interface RemoteRecord extends RemoteSettings {
  /** The name of the remote. */
  readonly _id: string;
  readonly claims: Claims;
  readonly formerRoles?: readonly FormerRole[];
}

const schema = new Schema<RemoteRecord>(
  {
    _id: String,
    claims: { type: Schema.Types.Mixed, required: true },
    mayPromote: { type: Boolean, required: true },
    formerRoles: { type: [{ _id: false, role: String, until: Number }], default: undefined },
  },
  { ...recordOptions('remotes'), minimize: false },
);

/** Returns the model of the table of claims. */
export function remoteModel(connection: Connection): Model<RemoteRecord> {
  return connection.model<RemoteRecord>('Remote', schema);
}

/** The number of the last change of the table. All changes write it, so no two of them run at once. */
interface TableChange {
  readonly _id: 'last';
  readonly number: number;
}

const changeSchema = new Schema<TableChange>(
  { _id: String, number: { type: Number, required: true } },
  recordOptions('remote_changes'),
);

/** Returns the model of the number of the last change of the table. */
export function tableChangeModel(connection: Connection): Model<TableChange> {
  return connection.model<TableChange>('TableChange', changeSchema);
}

/** A release as it is stored. */
export interface ReleaseRecord extends StoredRelease {
  readonly _id: Types.ObjectId;
  /** Remote and version of a stable release, unique by index. */
  readonly stableVersion?: string;
  /** When it was marked as unneeded; removed an hour later. */
  readonly doomedAt?: Date;
}

/** A content that is stored once, by its hash. */
export interface BlobRecord {
  readonly _id: string;
  readonly fileId: Types.ObjectId;
  readonly bytes: number;
  /** When it was marked as unlisted; removed an hour later. */
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
// Pending trial runs, and refusals to record.
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

// Models for indexes only: GridFSBucket accesses these two collections.
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

/** The removed release of a stable version, which no other release may reuse. */
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
