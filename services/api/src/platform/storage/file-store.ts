import { createHash } from 'node:crypto';
import { mongo, Types } from 'mongoose';
import { type EventMetrics, NO_EVENT_METRICS } from '../audit/event.ts';
import { ApiError } from '../calls/problem.ts';
import type { Database } from '../database/database.ts';
import { type ChunkRecord, type FileKind, type FileRecord, prefixOf, type StoredFile, uploadModel } from './model.ts';
import { createReadAhead } from './read-ahead.ts';
import { collectBuffersSoon, openReading, type Reading } from './reading.ts';

export type { StoredFile } from './model.ts';

/** A stored file that no record owns yet. */
export interface PendingFile extends StoredFile {
  /** Ends the upload in the change that stores its record. Throws 408 when it expired already. */
  own(): Promise<void>;
  /** Removes the file; while the database is down, the sweeper does. */
  discard(): Promise<void>;
}

/** Options of a write. */
interface WriteOptions {
  readonly name: string;
  /** Called with each piece before it is stored. A thrown error ends the upload and removes the file. */
  readonly inspect: (piece: Buffer, bytesBefore: number) => Promise<void> | void;
}

/** The records that own files. */
export interface FileOwners {
  /** Whether one of them owns a file. */
  own(id: Types.ObjectId): Promise<boolean>;
  /** Returns which of some files they own; it may miss one that moves between two records meanwhile, or lies in the bin. */
  ownedAmong(ids: readonly Types.ObjectId[]): Promise<readonly unknown[]>;
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
  /** Removes a file. */
  remove(id: Types.ObjectId): Promise<void>;
  /** Removes files of uploads that a crash interrupted. Returns how many. */
  sweepAbandoned(): Promise<number>;
  /** Walks over all stored files, 500 at once, and removes those without a record. Returns how many. */
  sweepOrphans(owners: FileOwners): Promise<number>;
}

const CHUNK_BYTES = 255 * 1024;
/** How many bytes all readers of a process may read ahead: enough for four, others wait. */
const READ_AHEAD_BYTES = 8 * 1024 * 1024;
/** As many for clients of networks that have many readers, or that left what was read for them. */
const CROWD_READ_AHEAD_BYTES = 4 * 1024 * 1024;
const UPLOAD_TTL_MS = 60_000;
const RENEW_INTERVAL_MS = 15_000;
const SWEPT_AT_ONCE = 500;

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

  /** Its entry goes first: a backup takes one whose pieces are missing for a damaged file. */
  async function remove(id: Types.ObjectId): Promise<void> {
    await filesOf().deleteOne({ _id: id });
    await chunksOf().deleteMany({ files_id: id });
  }

  /** Yields the ids of all that is stored, 500 at once: of entries, then of pieces, which a removal that broke off leaves. */
  async function* storedIds(): AsyncGenerator<readonly Types.ObjectId[]> {
    for (let after: object = {}; ; ) {
      const entries = filesOf().find(after).project<Pick<FileRecord, '_id'>>({ _id: 1 });
      const ids = (await entries.sort({ _id: 1 }).limit(SWEPT_AT_ONCE).toArray()).map(({ _id }) => _id);
      if (ids.length === 0) break;
      yield ids;
      after = { _id: { $gt: ids.at(-1) } };
    }
    // From file to file by the index.
    const firstPiece = (of: mongo.Filter<ChunkRecord>) =>
      chunksOf().findOne(of, { sort: { files_id: 1, n: 1 }, projection: { files_id: 1 } });
    let ids: Types.ObjectId[] = [];
    for (
      let piece = await firstPiece({});
      piece !== null;
      piece = await firstPiece({ files_id: { $gt: piece.files_id } })
    ) {
      ids.push(piece.files_id);
      if (ids.length < SWEPT_AT_ONCE) continue;
      yield ids;
      ids = [];
    }
    if (ids.length > 0) yield ids;
  }

  async function removeUpload(id: Types.ObjectId): Promise<void> {
    await remove(id);
    await uploads.deleteOne({ _id: id });
  }

  function assertRunning(count: number): void {
    if (count === 0)
      throw new ApiError(408, 'request-timeout', 'The upload timed out: it stopped for too long. Try again.');
  }

  async function renew(id: Types.ObjectId): Promise<void> {
    const running = { _id: id, condemned: false };
    assertRunning((await uploads.updateOne(running, { $set: { aliveUntil: aliveUntil() } })).matchedCount);
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

  /** Removes the orphans among some files. Returns how many. */
  async function sweepAmong(ids: readonly Types.ObjectId[], owners: FileOwners): Promise<number> {
    // In this order: an upload ends when its record is stored.
    const uploading = await uploads.distinct('_id', { _id: { $in: ids } });
    const ownedIds = new Set([...uploading, ...(await owners.ownedAmong(ids))].map(String));
    let swept = 0;
    for (const id of ids) {
      if (ownedIds.has(String(id)) || (await owners.own(id))) continue;
      await remove(id);
      swept += 1;
    }
    return swept;
  }

  return {
    write: async (source, options) => {
      const id = new Types.ObjectId();
      await uploads.create({ _id: id, aliveUntil: aliveUntil() });
      try {
        const stored = await store(id, source, options);
        return {
          ...stored,
          own: async () => assertRunning((await uploads.deleteOne({ _id: id, condemned: false })).deletedCount),
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

    sweepAbandoned: async () => {
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
        await removeUpload(upload._id);
        swept += 1;
      }
    },

    sweepOrphans: async (owners) => {
      let swept = 0;
      for await (const ids of storedIds()) swept += await sweepAmong(ids, owners);
      return swept;
    },
  };
}
