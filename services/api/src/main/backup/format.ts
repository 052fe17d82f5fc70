import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { type BackupKey, openBytes } from './encryption.ts';
import { BackupFailure } from './failure.ts';
import { createDigester, type Digest } from './records.ts';

/*
 * A backup, version 1: a gzip stream of frames, each a letter and a BSON document.
 *   B  the beginning: {format, version, createdAt}
 *   C  a collection: {name, indexes}, as listIndexes gives them
 *   D  a record, byte for byte as the server gave it
 *   E  the end of a collection: {documents, sha256}
 *   Z  the end: {collections, documents, sha256 of everything before}
 */
const FORMAT = 'cytocomm-backup';
const VERSION = 1;
/** A record of 16 MB, and what a server may add. */
const MAX_BYTES = 17 * 1024 * 1024;

const schemas = {
  B: z.object({ format: z.literal(FORMAT), version: z.number(), createdAt: z.date() }),
  C: z.object({ name: z.string(), indexes: z.array(z.record(z.string(), z.unknown())) }),
  E: z.object({ documents: z.number(), sha256: z.string() }),
  Z: z.object({ collections: z.number(), documents: z.number(), sha256: z.string() }),
};

const systemErrorSchema = z.object({ code: z.string(), message: z.string() });

/** The beginning of a collection in a backup. */
export type CollectionHead = z.infer<typeof schemas.C>;

/** A part of a backup: each record is between the beginning and the end of its collection. */
export type Part =
  | { readonly kind: 'collection'; readonly head: CollectionHead }
  | { readonly kind: 'record'; readonly raw: Buffer }
  | { readonly kind: 'end'; readonly digest: Digest };

/** Turns parts into the bytes of a backup. */
export async function* encodeBackup(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let [collections, documents] = [0, 0];
  const frame = (letter: string, body: Uint8Array) => {
    const bytes = Buffer.concat([Buffer.from(letter), body]);
    hash.update(bytes);
    return bytes;
  };
  const encodeFrame = (letter: string, doc: object) => frame(letter, mongo.BSON.serialize(doc));
  yield encodeFrame('B', { format: FORMAT, version: VERSION, createdAt: new Date() });
  for await (const part of parts) {
    if (part.kind === 'record') yield frame('D', part.raw);
    else if (part.kind === 'collection') yield encodeFrame('C', part.head);
    else yield encodeFrame('E', { documents: part.digest.documents, sha256: part.digest.sha256 });
    if (part.kind === 'record') documents += 1;
    if (part.kind === 'collection') collections += 1;
  }
  yield encodeFrame('Z', { collections, documents, sha256: hash.copy().digest('hex') });
}

function damaged(why: string, cause?: unknown): BackupFailure {
  return new BackupFailure(`The backup is damaged: ${why}. Nothing of it can be trusted.`, { cause });
}

async function* frames(
  file: string,
  key: BackupKey | undefined,
): AsyncGenerator<{ readonly letter: string; readonly body: Buffer }> {
  const packed = await openBytes(file, key);
  const unpacked = createGunzip();
  // What goes wrong on the way ends `unpacked`, and so the loop below.
  pipeline(packed, unpacked, () => undefined);
  let rest = Buffer.alloc(0);
  try {
    for await (const piece of unpacked) {
      rest = Buffer.concat([rest, piece]);
      while (rest.length >= 5) {
        const length = rest.readInt32LE(1);
        if (length < 5 || length > MAX_BYTES) throw damaged(`a frame claims ${length} bytes`);
        if (rest.length < 1 + length) break;
        yield { letter: rest.toString('latin1', 0, 1), body: rest.subarray(1, 1 + length) };
        rest = rest.subarray(1 + length);
      }
    }
  } catch (error) {
    const { code, message } = systemErrorSchema.catch({ code: '', message: '' }).parse(error);
    if (code.startsWith('Z_')) throw damaged(`it ends early, or its bytes have changed (${message})`, error);
    if (code !== '') throw new BackupFailure(`${file} cannot be read: ${message}`, { cause: error });
    throw error;
  }
  if (rest.length > 0) throw damaged('it ends within a frame');
}

function parsed<T>(schema: z.ZodType<T>, body: Buffer): T {
  const result = schema.safeParse(understood(() => mongo.BSON.deserialize(body)));
  if (!result.success) throw damaged('it says something that no backup says', result.error);
  return result.data;
}

/** Returns what a record or frame says. Throws BackupFailure when it is none. */
function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw damaged('it says something that no backup says', cause);
  }
}

/**
 * Reads a backup from its beginning to its end, checking counts and hashes on the way; an encrypted one with its
 * key. Throws BackupFailure when anything is not as it was written.
 */
export async function* readBackup(file: string, key?: BackupKey): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  let [collections, documents, isBegun, isEnded] = [0, 0, false, false];
  let digester: ReturnType<typeof createDigester> | undefined;
  const check = (isRight: boolean, why: string) => {
    if (!isRight) throw damaged(why);
  };
  for await (const { letter, body } of frames(file, key)) {
    check(!isEnded, 'something stands behind its end');
    check(isBegun || letter === 'B', 'it does not begin as a backup of this portal');
    if (letter === 'Z') {
      const { sha256, ...counts } = parsed(schemas.Z, body);
      check(sha256 === hash.copy().digest('hex'), 'its hash is another one');
      check(counts.collections === collections && counts.documents === documents, 'its counts are others');
      isEnded = true;
    }
    hash.update(letter).update(body);
    if (letter === 'B') {
      const { version } = parsed(schemas.B, body);
      if (version !== VERSION)
        throw new BackupFailure(`The backup has version ${version}; this portal reads ${VERSION}.`);
      isBegun = true;
    } else if (letter === 'C') {
      const head = parsed(schemas.C, body);
      check(digester === undefined, 'a collection has no end');
      digester = createDigester(head.name);
      collections += 1;
      yield { kind: 'collection', head };
    } else if (letter === 'D') {
      if (!digester) throw damaged('a record is in no collection');
      const open = digester;
      understood(() => open.add(body));
      documents += 1;
      yield { kind: 'record', raw: body };
    } else if (letter === 'E') {
      if (!digester) throw damaged('a collection has no beginning');
      const [told, digest] = [parsed(schemas.E, body), digester.end()];
      check(
        told.documents === digest.documents && told.sha256 === digest.sha256,
        'the hash of a collection is another one',
      );
      digester = undefined;
      yield { kind: 'end', digest };
    } else if (letter !== 'Z') throw damaged(`it has a frame of the unknown kind ${letter}`);
  }
  check(isEnded, 'its end is missing');
}
