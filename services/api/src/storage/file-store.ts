import { createHash } from 'node:crypto';
import { mongo, Types } from 'mongoose';
import type { Database } from '../database/database.ts';
import { ApiError } from '../http/problem.ts';
import { collectBuffersSoon } from './buffer-memory.ts';
import { BUCKET, type ChunkRecord, type FileRecord, uploadModel } from './model.ts';
import { createReadAhead } from './read-ahead.ts';
import { openReading, type Reading } from './reading.ts';

/** Where a stored file is, and what it is. */
export interface StoredFile {
  readonly id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly sha256: string;
}

/** A file that is stored, but that nobody owns yet. */
export interface PendingFile extends StoredFile {
  /** Marks it as still wanted; throws 408 when it took so long that the sweeper has it. */
  claim(): Promise<void>;
  /** The record that owns it is stored. */
  settle(): Promise<void>;
  /** It is not wanted after all. What cannot be removed now, because the database is away, is left to the sweeper. */
  discard(): Promise<void>;
}

/** How a file is taken in. */
interface Intake {
  readonly name: string;
  /** Sees each piece before it is stored, with the bytes before it; what it throws ends the upload and leaves nothing. */
  readonly inspect: (piece: Buffer, bytesBefore: number) => Promise<void> | void;
}

/** Files in GridFS. */
export interface FileStore {
  /** Stores what comes, piece by piece, and hashes it on the way. On any failure nothing is left. */
  write(source: AsyncIterable<Buffer>, intake: Intake): Promise<PendingFile>;
  /** Begins to read the bytes from `start` to before `end`. Whoever calls it ends with `letGo`. */
  read(file: Omit<StoredFile, 'sha256'>, start: number, end: number): Reading;
  /** How many bytes are read ahead of their readers in this process. */
  readAhead(): number;
  remove(id: Types.ObjectId): Promise<void>;
  /** Removes what uploads have left that ended in a crash. Gives how many files. */
  sweepAbandoned(isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<number>;
  /** Walks over everything stored and removes files and chunks that nobody owns. Gives how many files. */
  sweepOrphans(isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<number>;
}

const CHUNK_BYTES = 255 * 1024;
/** What all readers of a process together may have read ahead: enough for four, more take turns. */
const READ_AHEAD_BYTES = 8 * 1024 * 1024;
const ALIVE_MS = 60_000;
const RENEW_MS = 15_000;

/** The files of a database. Uploads go through GridFSBucket; reading has its own way, see reading.ts. */
export function createFileStore({ connection, now }: Pick<Database, 'connection' | 'now'>): FileStore {
  const aliveUntil = () => new Date(now().getTime() + ALIVE_MS);
  const uploads = uploadModel(connection);
  const readAhead = createReadAhead(READ_AHEAD_BYTES);
  let opened: mongo.GridFSBucket | undefined;
  collectBuffersSoon();

  const db = (): mongo.Db => connection.getClient().db(connection.name);
  const filesOf = () => db().collection<FileRecord>(`${BUCKET}.files`);
  const chunksOf = () => db().collection<ChunkRecord>(`${BUCKET}.chunks`);
  function bucket(): mongo.GridFSBucket {
    opened ??= new mongo.GridFSBucket(db(), { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES });
    return opened;
  }

  async function remove(id: Types.ObjectId): Promise<void> {
    await filesOf().deleteOne({ _id: id });
    await chunksOf().deleteMany({ files_id: id });
  }

  async function forget(id: Types.ObjectId): Promise<void> {
    await remove(id);
    await uploads.deleteOne({ _id: id });
  }

  async function renew(id: Types.ObjectId): Promise<void> {
    const { matchedCount } = await uploads.updateOne(
      { _id: id, condemned: false },
      { $set: { aliveUntil: aliveUntil() } },
    );
    if (matchedCount === 0)
      throw new ApiError(408, 'request-timeout', 'The upload stood still for so long that it was given up.');
  }

  async function store(id: Types.ObjectId, source: AsyncIterable<Buffer>, { name, inspect }: Intake) {
    const metadata = { sha256: '' };
    const hash = createHash('sha256');
    const target = bucket().openUploadStreamWithId(id, name, { metadata });
    const closed = new Promise<void>((resolve, reject) => {
      target.once('finish', resolve);
      target.once('error', reject);
    });
    closed.catch(() => undefined);
    let length = 0;
    let renewedAt = performance.now();
    // One piece is being stored while the next one comes in and is looked at.
    let writing: Promise<void> = Promise.resolve();
    const write = (piece: Buffer) =>
      new Promise<void>((resolve, reject) => {
        target.write(piece, (error) => (error ? reject(error) : resolve()));
      });
    try {
      for await (const piece of source) {
        await inspect(piece, length);
        length += piece.length;
        hash.update(piece);
        await writing;
        writing = write(piece);
        // Told when its turn comes; until then nobody listens.
        writing.catch(() => undefined);
        if (performance.now() - renewedAt > RENEW_MS) {
          await renew(id);
          renewedAt = performance.now();
        }
      }
    } catch (error) {
      // No write may be under way that could land after the cleaning up.
      await writing.catch(() => undefined);
      throw error;
    }
    await writing;
    metadata.sha256 = hash.digest('hex');
    target.end();
    await closed;
    return { id, length, chunkSize: CHUNK_BYTES, sha256: metadata.sha256 };
  }

  /** Whether a file is neither owned nor on its way. Asked in this order, because an upload ends by becoming owned. */
  async function isOrphan(id: Types.ObjectId, isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<boolean> {
    return (await uploads.exists({ _id: id })) === null && !(await isOwned(id));
  }

  return {
    write: async (source, intake) => {
      const id = new Types.ObjectId();
      await uploads.create({ _id: id, aliveUntil: aliveUntil() });
      try {
        const stored = await store(id, source, intake);
        return {
          ...stored,
          claim: () => renew(id),
          settle: async () => {
            await uploads.deleteOne({ _id: id });
          },
          discard: () => forget(id).catch(() => undefined),
        };
      } catch (error) {
        // The database may be what failed: then it is left to the sweeper. The failure that counts is the first one.
        await forget(id).catch(() => undefined);
        throw error;
      }
    },

    read: (file, start, end) => openReading(chunksOf(), readAhead, file, start, end),
    readAhead: readAhead.taken,

    remove,

    sweepAbandoned: async (isOwned) => {
      let swept = 0;
      for (;;) {
        const upload = await uploads
          .findOneAndUpdate(
            { aliveUntil: { $lt: now() } },
            // Time enough to clean up before another process looks at it.
            { $set: { condemned: true, aliveUntil: aliveUntil() } },
            { sort: { aliveUntil: 1 } },
          )
          .lean();
        if (upload === null) return swept;
        if (await isOwned(upload._id)) {
          await uploads.deleteOne({ _id: upload._id });
        } else {
          await forget(upload._id);
          swept += 1;
        }
      }
    },

    sweepOrphans: async (isOwned) => {
      let swept = 0;
      // From file to file by the index: one look-up each, however many chunks a file has.
      let last = await chunksOf().findOne({}, { sort: { files_id: 1, n: 1 }, projection: { files_id: 1 } });
      while (last !== null) {
        if (await isOrphan(last.files_id, isOwned)) {
          await remove(last.files_id);
          swept += 1;
        }
        last = await chunksOf().findOne(
          { files_id: { $gt: last.files_id } },
          { sort: { files_id: 1, n: 1 }, projection: { files_id: 1 } },
        );
      }
      for await (const { _id } of filesOf().find({}, { sort: { _id: 1 }, projection: { _id: 1 } })) {
        if (await isOrphan(_id, isOwned)) await remove(_id);
      }
      return swept;
    },
  };
}
