import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { type BackupKey, openBytes } from './encryption.ts';
import { BackupFailure, damaged, isSystemError } from './failure.ts';

/*
 * A backup, version 2: a zstd stream of BSON documents. A head; the records of each of its collections, byte for byte, behind
 * each collection an empty document; a tail with counts and the SHA-256 of everything before it.
 */
const FORMAT = 'cytocomm-backup';
const VERSION = 2;
const COLLECTION_END = Buffer.from(mongo.BSON.serialize({}));
/** A record of 16 MB, and what a server may add. */
/** What is unpacked at once. */
const PIECE_BYTES = 64 * 1024;
const MAX_BYTES = 17 * 1024 * 1024;

const formatSchema = z.object({ format: z.literal(FORMAT), version: z.number() });
const headSchema = z.object({
  /** The version of the portal. */
  portal: z.string(),
  database: z.string(),
  createdAt: z.date(),
  collections: z.array(z.object({ name: z.string(), indexes: z.array(z.record(z.string(), z.unknown())) })),
});
const tailSchema = z.object({ records: z.number(), sha256: z.string() });

const packingErrorSchema = z.object({ code: z.string().regex(/^Z(?:STD)?_/), message: z.string() });

/** What a backup is of. */
export type BackupHead = z.output<typeof headSchema>;

/** Yields the bytes of a backup, before they are packed. */
export async function* encodeBackup(
  head: BackupHead,
  recordsOf: (collection: string) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let records = 0;
  const hashed = (bytes: Uint8Array) => {
    hash.update(bytes);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  };
  yield hashed(mongo.BSON.serialize({ format: FORMAT, version: VERSION, ...head }));
  for (const { name } of head.collections) {
    for await (const raw of recordsOf(name)) {
      records += 1;
      yield hashed(raw);
    }
    yield hashed(COLLECTION_END);
  }
  yield Buffer.from(mongo.BSON.serialize({ records, sha256: hash.digest('hex') }));
}

/** Yields the documents of a backup that is unpacked. */
async function* documentsIn(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [pieces, length, wanted]: [Buffer[], number, number] = [[], 0, 4];
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length < wanted) continue;
    let rest = Buffer.concat(pieces, length);
    for (wanted = 4; rest.length >= 4; rest = rest.subarray(wanted)) {
      wanted = rest.readInt32LE(0);
      if (wanted < COLLECTION_END.length || wanted > MAX_BYTES) throw damaged(`a record claims ${wanted} bytes`);
      if (rest.length < wanted) break;
      yield rest.subarray(0, wanted);
    }
    if (rest.length < 4) wanted = 4;
    [pieces, length] = [[rest], rest.length];
  }
  if (length > 0) throw damaged('it ends within a record');
}

function parsed<T>(schema: z.ZodType<T>, raw: Buffer, otherwise: string): T {
  try {
    return schema.parse(mongo.BSON.deserialize(raw));
  } catch (cause) {
    throw damaged(otherwise, cause);
  }
}

function headOf(raw: Buffer): BackupHead {
  const { version } = parsed(formatSchema, raw, 'it does not begin as a backup of this portal');
  if (version !== VERSION)
    throw new BackupFailure(`The backup has version ${version} of the format; this portal reads ${VERSION}.`);
  return parsed(headSchema, raw, 'its head says something that no backup says');
}

/** What is thrown by what opens, decrypts or unpacks a file, as a failure of the backup. */
function readFailure(file: string, error: unknown): unknown {
  if (isSystemError(error)) return new BackupFailure(`${file} cannot be read: ${error.message}`, { cause: error });
  const { code, message } = packingErrorSchema.catch({ code: '', message: '' }).parse(error);
  if (code === '') return error;
  return code === 'ZSTD_error_prefix_unknown'
    ? damaged('it is no backup of this portal, or one of a version before 2 of the format', error)
    : damaged(`it ends early, or its bytes have changed (${message})`, error);
}

/**
 * Reads a backup from its beginning to its end, and calls `take` with each record. Throws BackupFailure when anything is not as
 * it was written: nothing that was taken can be trusted before this has ended.
 */
export async function readBackup(
  file: string,
  key: BackupKey | undefined,
  take: (collection: string, raw: Buffer) => Promise<void> | void,
): Promise<{ readonly head: BackupHead; readonly records: number }> {
  const hash = createHash('sha256');
  let head: BackupHead | undefined;
  let [current, records, isEnded] = [0, 0, false];
  try {
    const unpacked = createZstdDecompress({ chunkSize: PIECE_BYTES });
    // What goes wrong on the way ends `unpacked`, and so the loop below.
    pipeline(await openBytes(file, key), unpacked, () => undefined);
    for await (const raw of documentsIn(unpacked)) {
      const name = head?.collections[current]?.name;
      if (isEnded) throw damaged('something stands behind its end');
      if (head === undefined) head = headOf(raw);
      else if (name === undefined) {
        const tail = parsed(tailSchema, raw, 'its end says something that no backup says');
        if (tail.sha256 !== hash.digest('hex') || tail.records !== records) throw damaged('its hash is another one');
        isEnded = true;
        continue;
      } else if (raw.length === COLLECTION_END.length) current += 1;
      else {
        records += 1;
        await take(name, raw);
      }
      hash.update(raw);
    }
  } catch (error) {
    throw readFailure(file, error);
  }
  if (head === undefined || !isEnded) throw damaged('its end is missing');
  return { head, records };
}
