import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { type Connection, mongo, Types } from 'mongoose';
import type { Database } from '../../platform/database/database.ts';
import { isDuplicateKey } from '../../platform/database/trouble.ts';
import type { HashedFile } from './inspect-release.ts';
import { type BlobRecord, blobModel } from './model.ts';

/** A file of a content in GridFS. */
interface FileHead {
  readonly _id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
}

/** A piece of a file. */
interface FilePiece {
  readonly _id: Types.ObjectId;
  readonly files_id: Types.ObjectId;
  readonly n: number;
  readonly data: Buffer;
}

/** The two collections of the bucket that holds the contents of releases. */
export interface ContentFiles {
  readonly heads: mongo.Collection<FileHead>;
  readonly pieces: mongo.Collection<FilePiece>;
  /** Removes a file. A process that ends in between leaves pieces, which the sweep finds. */
  remove(id: Types.ObjectId): Promise<void>;
}

/** Returns the files of the contents of a database. Its client must be connected. */
export function contentFiles(connection: Connection): ContentFiles {
  const db = connection.getClient().db(connection.name);
  const heads = db.collection<FileHead>(`${RELEASE_COLLECTIONS.bucket}.files`);
  const pieces = db.collection<FilePiece>(`${RELEASE_COLLECTIONS.bucket}.chunks`);
  return {
    heads,
    pieces,
    remove: async (id) => {
      await heads.deleteOne({ _id: id });
      await pieces.deleteMany({ files_id: id });
    },
  };
}

const CHUNK_BYTES = 255 * 1024;
/** Concurrent writes of larger files. */
const MAX_WRITES = 4;
/** Maximum files and bytes written in one batch. */
const MAX_BATCH_FILES = 200;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** The contents of releases in GridFS, each stored once. */
export interface Contents {
  /** Stores the files of a folder that are not there yet. Throws when one has changed since it was hashed. */
  store(dir: string, files: readonly HashedFile[]): Promise<void>;
}

/** Returns a file's one piece. Throws when the file has changed since it was hashed. */
async function pieceOf(dir: string, path: string, hash: string, fileId: Types.ObjectId) {
  const data = await readFile(join(dir, path));
  if (createHash('sha256').update(data).digest('hex') !== hash)
    throw new Error(`${path} was changed while it was published.`);
  return { _id: new Types.ObjectId(), files_id: fileId, n: 0, data };
}

function batchesOf(files: readonly HashedFile[]): HashedFile[][] {
  const batches: HashedFile[][] = [];
  let room = 0;
  for (const file of files) {
    const last = batches.at(-1);
    if (last === undefined || last.length === MAX_BATCH_FILES || file.bytes > room) {
      batches.push([file]);
      room = MAX_BATCH_BYTES - file.bytes;
    } else {
      last.push(file);
      room -= file.bytes;
    }
  }
  return batches;
}

/** Creates the contents of a database. */
export function createContents({ connection, now }: Pick<Database, 'connection' | 'now'>): Contents {
  const blobs = blobModel(connection);
  let opened: mongo.GridFSBucket | undefined;
  const db = () => connection.getClient().db(connection.name);
  function bucket(): mongo.GridFSBucket {
    opened ??= new mongo.GridFSBucket(db(), { bucketName: RELEASE_COLLECTIONS.bucket, chunkSizeBytes: CHUNK_BYTES });
    return opened;
  }

  const removeFile = (id: Types.ObjectId) => contentFiles(connection).remove(id);

  /** Removes a file that no content's record names. Where that is not known, since an answer was lost, it is left to the sweep. */
  async function removeUnowned(fileId: Types.ObjectId): Promise<void> {
    const owner = await blobs.exists({ fileId }).catch(() => undefined);
    if (owner === null) await removeFile(fileId).catch(() => undefined);
  }

  /** Stores a file, then the record that makes it a content. */
  async function storeFile(dir: string, { path, hash, bytes }: HashedFile): Promise<void> {
    const fileId = new Types.ObjectId();
    try {
      const target = bucket().openUploadStreamWithId(fileId, hash);
      const digest = createHash('sha256');
      const source = createReadStream(join(dir, path));
      source.on('data', (piece) => digest.update(piece));
      await pipeline(source, target);
      if (digest.digest('hex') !== hash) throw new Error(`${path} was changed while it was published.`);
      await blobs.create({ _id: hash, fileId, bytes });
    } catch (error) {
      await removeUnowned(fileId);
      // Another publisher has stored the same content meanwhile.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Stores files of one piece together, as GridFSBucket would each, then the records that make them contents. */
  async function storeSmallFiles(dir: string, batch: readonly HashedFile[]): Promise<void> {
    const entries = batch.map((file) => ({ ...file, fileId: new Types.ObjectId() }));
    const fileIds = entries.map(({ fileId }) => fileId);
    const stored = new Set<string>();
    try {
      const pieces = await Promise.all(entries.map(async ({ path, hash, fileId }) => pieceOf(dir, path, hash, fileId)));
      const uploadDate = now();
      const heads = entries.map(({ hash, bytes, fileId }) => ({
        _id: fileId,
        length: bytes,
        chunkSize: CHUNK_BYTES,
        uploadDate,
        filename: hash,
      }));
      const filled = pieces.filter(({ data }) => data.length > 0);
      if (filled.length > 0) await db().collection(`${RELEASE_COLLECTIONS.bucket}.chunks`).insertMany(filled);
      await db().collection(`${RELEASE_COLLECTIONS.bucket}.files`).insertMany(heads);
      const records = entries.map(({ hash, bytes, fileId }) => ({ _id: hash, fileId, bytes }));
      // Another publisher may have stored some of the contents meanwhile.
      const collection = db().collection<BlobRecord>(RELEASE_COLLECTIONS.blobs);
      await collection.insertMany(records, { ordered: false }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    } finally {
      const owned = await blobs.find({ fileId: { $in: fileIds } }, { fileId: 1 }).lean();
      for (const { fileId } of owned) stored.add(String(fileId));
      for (const id of fileIds) if (!stored.has(String(id))) await removeFile(id).catch(() => undefined);
    }
  }

  return {
    store: async (dir, files) => {
      const byHash = new Map(files.map((file) => [file.hash, file]));
      // Before the lookup, so that existing contents are not removed within the hour.
      await blobs.updateMany(
        { _id: { $in: [...byHash.keys()] }, doomedAt: { $exists: true } },
        { $unset: { doomedAt: 1 } },
      );
      for (const { _id } of await blobs.find({ _id: { $in: [...byHash.keys()] } }, { _id: 1 }).lean())
        byHash.delete(_id);
      const missing = [...byHash.values()].filter(({ bytes }) => bytes > CHUNK_BYTES);
      for (const batch of batchesOf([...byHash.values()].filter(({ bytes }) => bytes <= CHUNK_BYTES)))
        await storeSmallFiles(dir, batch);
      const writers = Array.from({ length: Math.min(MAX_WRITES, missing.length) }, async () => {
        for (let file = missing.pop(); file !== undefined; file = missing.pop()) await storeFile(dir, file);
      });
      const failed = (await Promise.allSettled(writers)).find((each) => each.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
