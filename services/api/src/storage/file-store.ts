import { createHash } from 'node:crypto';
import { mongo, Types } from 'mongoose';
import type { Database } from '../database/database.ts';
import { ApiError } from '../http/problem.ts';
import { type EventMetrics, NO_EVENT_METRICS } from '../operators/event-metrics.ts';
import { collectBuffersSoon } from './buffer-memory.ts';
import { type ChunkRecord, type FileKind, type FileRecord, prefixOf, uploadModel } from './model.ts';
import { createReadAhead } from './read-ahead.ts';
import { openReading, type Reading } from './reading.ts';

/** A stored file. */
export interface StoredFile {
  readonly id: Types.ObjectId;
  readonly length: number;
  readonly chunkSize: number;
  readonly sha256: string;
}

/** A stored file that no record owns yet. */
export interface PendingFile extends StoredFile {
  /** Keeps it from the sweeper while its record is stored. Throws 408 when it expired already. */
  claim(): Promise<void>;
  /** Ends the upload: its record is stored. */
  settle(): Promise<void>;
  /** Removes the file; while the database is down, the sweeper does. */
  discard(): Promise<void>;
}

/** Options of a write. */
interface WriteOptions {
  readonly name: string;
  /** Called with each piece before it is stored. A thrown error ends the upload and removes the file. */
  readonly inspect: (piece: Buffer, bytesBefore: number) => Promise<void> | void;
}

/** Files in GridFS. */
export interface FileStore {
  /** Stores and hashes a stream. A failure leaves nothing. */
  write(source: AsyncIterable<Buffer>, options: WriteOptions): Promise<PendingFile>;
  /**
   * Reads the bytes from `start` to before `end` for a client of a network; all without one share as one. The caller must call
   * `release` at the end.
   */
  read(file: Omit<StoredFile, 'sha256'>, start: number, end: number, network?: string): Reading;
  /**
   * Waits until a network may begin another reading. Returns a function that lets the next one begin; further calls do nothing. Rejects
   * once `signal` is aborted.
   */
  begin(network: string, signal: AbortSignal): Promise<() => void>;
  /** Returns how many bytes are read ahead in this process. */
  readAhead(): number;
  /** Removes a file, whether it is held or not. */
  remove(id: Types.ObjectId): Promise<void>;
  /** Keeps a stored file from all sweepers until a moment, also from those that do not know its owner. */
  hold(id: Types.ObjectId, until: Date): Promise<void>;
  /** Removes files that are held for longer than an upload takes, and that nobody owns. Returns how many. */
  sweepHeld(isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<number>;
  /** Removes files of uploads that a crash interrupted. Returns how many. */
  sweepAbandoned(isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<number>;
  /** Walks over all stored files and removes those without a record. Returns how many. */
  sweepOrphans(isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<number>;
}

const CHUNK_BYTES = 255 * 1024;
/** How many bytes all readers of a process may read ahead: enough for four, others wait. */
const READ_AHEAD_BYTES = 8 * 1024 * 1024;
/** As many for clients of networks that have many readers, or that left what was read for them. */
const CROWD_READ_AHEAD_BYTES = 4 * 1024 * 1024;
const UPLOAD_TTL_MS = 60_000;
const RENEW_INTERVAL_MS = 15_000;
/** Longer than an upload is ever kept ahead. */
const HELD_OVER_MS = 60 * UPLOAD_TTL_MS;

/**
 * Creates the store of one kind of files, by default those of documents; `fileBytes` is called with what is stored and read. Uploads use
 * GridFSBucket, downloads do not: see reading.ts.
 */
export function createFileStore(
  { connection, now }: Pick<Database, 'connection' | 'now'>,
  { fileBytes }: Pick<EventMetrics, 'fileBytes'> = NO_EVENT_METRICS,
  kind: FileKind = 'documents',
): FileStore {
  const aliveUntil = () => new Date(now().getTime() + UPLOAD_TTL_MS);
  const heldFrom = () => new Date(now().getTime() + HELD_OVER_MS);
  const uploads = uploadModel(connection, kind);
  const prefix = prefixOf(kind);
  const readAhead = createReadAhead(READ_AHEAD_BYTES, CROWD_READ_AHEAD_BYTES);
  let opened: mongo.GridFSBucket | undefined;
  collectBuffersSoon();

  const db = (): mongo.Db => connection.getClient().db(connection.name);
  const filesOf = () => db().collection<FileRecord>(`${prefix}.files`);
  const chunksOf = () => db().collection<ChunkRecord>(`${prefix}.chunks`);
  function bucket(): mongo.GridFSBucket {
    opened ??= new mongo.GridFSBucket(db(), { bucketName: prefix, chunkSizeBytes: CHUNK_BYTES });
    return opened;
  }

  async function remove(id: Types.ObjectId): Promise<void> {
    await filesOf().deleteOne({ _id: id });
    await chunksOf().deleteMany({ files_id: id });
  }

  async function removeUpload(id: Types.ObjectId): Promise<void> {
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

  async function store(id: Types.ObjectId, source: AsyncIterable<Buffer>, { name, inspect }: WriteOptions) {
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
    // One piece is stored while the next one is received and inspected.
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
        // Avoids an unhandled rejection before it is awaited.
        writing.catch(() => undefined);
        if (performance.now() - renewedAt > RENEW_INTERVAL_MS) {
          await renew(id);
          renewedAt = performance.now();
        }
      }
    } catch (error) {
      // A late write would survive the cleanup.
      await writing.catch(() => undefined);
      throw error;
    }
    await writing;
    metadata.sha256 = hash.digest('hex');
    target.end();
    await closed;
    fileBytes('stored', kind, length);
    return { id, length, chunkSize: CHUNK_BYTES, sha256: metadata.sha256 };
  }

  /** Whether a file has neither upload nor record. In this order: an upload ends when its record is stored. */
  async function isOrphan(id: Types.ObjectId, isOwned: (id: Types.ObjectId) => Promise<boolean>): Promise<boolean> {
    return (await uploads.exists({ _id: id })) === null && !(await isOwned(id));
  }

  return {
    write: async (source, options) => {
      const id = new Types.ObjectId();
      await uploads.create({ _id: id, aliveUntil: aliveUntil() });
      try {
        const stored = await store(id, source, options);
        return {
          ...stored,
          claim: () => renew(id),
          settle: async () => {
            // Unless it is held already: another file may have taken its place.
            await uploads.deleteOne({ _id: id, aliveUntil: { $lt: heldFrom() } });
          },
          discard: () => removeUpload(id).catch(() => undefined),
        };
      } catch (error) {
        // If the database failed, the sweeper does it. The first error is thrown.
        await removeUpload(id).catch(() => undefined);
        throw error;
      }
    },

    read: (file, start, end, network = '') => {
      const reading = openReading(chunksOf(), readAhead.open(network), file, start, end);
      return {
        read: async (into) => {
          const bytes = await reading.read(into);
          fileBytes('read', kind, bytes);
          return bytes;
        },
        pause: reading.pause,
        release: reading.release,
      };
    },
    begin: async (network, signal) => {
      const share = readAhead.open(network);
      try {
        const { arrived } = await share.take(0, signal);
        return () => {
          arrived();
          share.close();
        };
      } catch (error) {
        share.close();
        throw error;
      }
    },
    readAhead: readAhead.taken,

    remove: removeUpload,

    hold: async (id, until) => {
      await uploads.updateOne({ _id: id }, { $set: { aliveUntil: until, condemned: false } }, { upsert: true });
    },

    sweepHeld: async (isOwned) => {
      let swept = 0;
      const held = uploads.find({ aliveUntil: { $gt: heldFrom() } }, { _id: 1 });
      for await (const { _id } of held.lean().cursor()) {
        if (await isOwned(_id)) continue;
        await removeUpload(_id);
        swept += 1;
      }
      return swept;
    },

    sweepAbandoned: async (isOwned) => {
      let swept = 0;
      for (;;) {
        const upload = await uploads
          .findOneAndUpdate(
            { aliveUntil: { $lt: now() } },
            // Long enough to clean up before another process tries.
            { $set: { condemned: true, aliveUntil: aliveUntil() } },
            { sort: { aliveUntil: 1 } },
          )
          .lean();
        if (upload === null) return swept;
        if (await isOwned(upload._id)) {
          await uploads.deleteOne({ _id: upload._id, condemned: true });
        } else {
          await removeUpload(upload._id);
          swept += 1;
        }
      }
    },

    sweepOrphans: async (isOwned) => {
      let swept = 0;
      // From file to file by the index: one lookup per file.
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
