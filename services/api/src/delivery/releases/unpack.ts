import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type FieldProblem, MAX_RELEASE_BYTES, MAX_RELEASE_FILES, releaseFileSchema } from '@cytocomm/contract';
import { extract, type Header } from 'tar-stream';
import { ApiError } from '../../platform/calls/problem.ts';
import { tooLarge } from './upload-body.ts';

const BLOCK_BYTES = 512;
/** The most that one header of names and attributes may hold, in bytes: a path has some hundred. */
const MAX_LONG_HEADER_BYTES = 64 * 1024;
/** The most that all of them may hold: one of a block or two for each file. */
const MAX_LONG_HEADERS_BYTES = 4 * 1024 * 1024;

const TYPE_AT = 156;
const [SIZE_FROM, SIZE_TO] = [124, 136];
/** Types whose content is read at once, as text: PAX attributes and GNU names. */
const LONG_HEADERS = /[xgLKN]/;
const DIRECTORY = '5';

/** Returns what a header states as the size of its content, in bytes; undefined where readers may differ. */
function sizeIn(block: Buffer): number | undefined {
  const field = block.toString('latin1', SIZE_FROM, SIZE_TO);
  if (/^\0+$/.test(field)) return 0;
  return /^ *[0-7]+[ \0]*$/.test(field) ? Number.parseInt(field.trim(), 8) : undefined;
}

/**
 * Returns a stream that passes a tar on and looks at its headers first: whoever unpacks it reads long ones whole, on the
 * thread of the service. It fails with what `refuse` makes of a message for one that is too long, and for a header of which
 * it is not plain where its content ends.
 */
function tarHeaderCheck(refuse: (message: string) => Error): Transform {
  const block = Buffer.alloc(BLOCK_BYTES);
  let filled = 0;
  /** What is left of the content, and of the block that it ends in. */
  let content = 0;
  let padding = 0;
  let longHeader: Buffer[] | undefined;
  let longHeaderBytes = 0;

  function readHeader(): void {
    filled = 0;
    longHeader = undefined;
    const type = String.fromCharCode(block[TYPE_AT] ?? 0);
    const size = sizeIn(block);
    if (size === undefined) throw refuse('has an entry without a plain size');
    if (type === DIRECTORY && size > 0) throw refuse('has a folder with content');
    content = size;
    padding = (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
    if (!LONG_HEADERS.test(type)) return;
    longHeaderBytes += size;
    if (size > MAX_LONG_HEADER_BYTES || longHeaderBytes > MAX_LONG_HEADERS_BYTES)
      throw refuse('has names or attributes that are too long');
    longHeader = [];
  }

  /** Looks at a piece from `from`. Returns how far. */
  function read(piece: Buffer, from: number): number {
    const left = piece.length - from;
    if (content > 0) {
      const length = Math.min(content, left);
      longHeader?.push(piece.subarray(from, from + length));
      content -= length;
      // Another size than the header's would make content of headers, and headers of content.
      if (content === 0 && longHeader !== undefined && Buffer.concat(longHeader).includes(' size='))
        throw refuse('has an entry with two sizes');
      return from + length;
    }
    if (padding > 0) {
      const length = Math.min(padding, left);
      padding -= length;
      return from + length;
    }
    const length = Math.min(BLOCK_BYTES - filled, left);
    piece.copy(block, filled, from, from + length);
    filled += length;
    if (filled === BLOCK_BYTES) readHeader();
    return from + length;
  }

  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      try {
        for (let at = 0; at < piece.length; ) at = read(piece, at);
        done(null, piece);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** What headers and padding of an archive may add to its files, in bytes. */
const MAX_HEADER_BYTES = 20 * 1024 * 1024;
const MAX_PATH_LENGTH = 200;
const MAX_DEPTH = 10;
/** How many faults are told. */
const MAX_FAULTS = 100;

const pathSchema = releaseFileSchema.shape.path.max(MAX_PATH_LENGTH);

/** Returns 422 with what is wrong with a release. */
export function invalidRelease(faults: readonly FieldProblem[]): ApiError {
  const [first] = faults;
  const more = faults.length > 1 ? `, and ${faults.length - 1} more` : '';
  const detail = `This is not a usable release. ${first?.path}: ${first?.message}${more}.`;
  return new ApiError(422, 'release-invalid', detail, { errors: faults.slice(0, MAX_FAULTS) });
}

const invalidEntry = (name: string, message: string) =>
  invalidRelease([{ path: name.slice(0, MAX_PATH_LENGTH) || '(no name)', message }]);

/** Returns the path of a name in the archive, without a leading `./`. Throws 422 for an unsafe one. */
function safePath(name: string): string {
  const path = name.replace(/^\.\//, '');
  const isPlain = pathSchema.safeParse(path).success && !path.split('/').some((part) => part === '' || part === '.');
  if (!isPlain || path.split('/').length > MAX_DEPTH)
    throw invalidEntry(name, 'is not a plain path of letters, digits, _, -, . and / below the release');
  return path;
}

/** Returns a check of the entries of one archive; it returns a file's path, undefined for a folder. */
function entryCheck() {
  const seen = new Set<string>();
  const folders = new Set<string>();
  let files = 0;
  let bytes = 0;
  return ({ name, type, size }: Header): string | undefined => {
    if (type === 'directory') {
      folders.add(name);
      if (folders.size > MAX_RELEASE_FILES) throw tooLarge(`The release has more than ${MAX_RELEASE_FILES} folders.`);
      if (name !== './' && name !== '.') safePath(name.replace(/\/$/, ''));
      return undefined;
    }
    if (type !== 'file' && type !== 'contiguous-file') throw invalidEntry(name, `is a ${type}, and no plain file`);
    const path = safePath(name);
    const folded = path.toLowerCase();
    if (seen.has(folded)) throw invalidEntry(name, 'is there twice, or differs by upper and lower case alone');
    seen.add(folded);
    files += 1;
    bytes += size;
    if (files > MAX_RELEASE_FILES) throw tooLarge(`The release has more than ${MAX_RELEASE_FILES} files.`);
    if (bytes > MAX_RELEASE_BYTES) throw tooLarge(`The release is larger than ${MAX_RELEASE_BYTES} bytes.`);
    return path;
  };
}

/** Returns a stream that passes on so many bytes, and fails with 413 beyond them. */
function atMost(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      bytes += piece.length;
      if (bytes > maxBytes) done(tooLarge(`The release is larger than ${MAX_RELEASE_BYTES} bytes.`));
      else done(null, piece);
    },
  });
}

const unreadable = (message: string) => invalidRelease([{ path: 'the archive', message }]);

/** What the file system says when an archive has a file where it has a folder, too. */
const MISPLACED = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** Returns what to throw for a failure: 422 for one of the archive, the error itself for one of this machine. */
function failureOf(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (types.isNativeError(error) && 'syscall' in error)
    return 'code' in error && MISPLACED.has(String(error.code))
      ? unreadable('has a file and a folder of one name')
      : error;
  return unreadable(`cannot be read as a gzipped tar: ${types.isNativeError(error) ? error.message : String(error)}`);
}

/**
 * Unpacks a gzipped tar into an empty folder. Names, sizes and kinds are checked before anything is written. Throws 413 for
 * one that is too large, and 422 for one that cannot be read or holds anything but plain files and folders. What the file
 * system of this machine fails with is thrown as it is.
 */
export async function unpackRelease(packed: Readable, dir: string): Promise<void> {
  const check = entryCheck();
  const archive = extract();
  archive.on('entry', (header, content, next) => {
    // It fails with the archive, whose error is the one that is told.
    content.on('error', () => undefined);
    store(header, content).then(() => next(), next);
  });

  async function store(header: Header, content: AsyncIterable<unknown>): Promise<void> {
    const path = check(header);
    if (path === undefined) {
      for await (const _ of content);
      return;
    }
    const to = join(dir, path);
    await mkdir(dirname(to), { recursive: true });
    // `wx`: nothing that is there is ever written over.
    const file = await open(to, 'wx', 0o600);
    try {
      for await (const piece of content) if (Buffer.isBuffer(piece)) await file.appendFile(piece);
    } finally {
      await file.close();
    }
  }

  try {
    const unpacked = atMost(MAX_RELEASE_BYTES + MAX_HEADER_BYTES);
    await pipeline(packed, createGunzip(), unpacked, tarHeaderCheck(unreadable), archive);
  } catch (error) {
    throw failureOf(error);
  }
}
