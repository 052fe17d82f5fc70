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
/** Maximum size of one header of names and attributes, in bytes; a path needs some hundred. */
const MAX_LONG_HEADER_BYTES = 64 * 1024;
/** Maximum size of all such headers: a block or two per file. */
const MAX_LONG_HEADERS_BYTES = 4 * 1024 * 1024;

const TYPE_AT = 156;
const [SIZE_FROM, SIZE_TO] = [124, 136];
/** Types whose content is read as text: PAX attributes and GNU names. */
const LONG_HEADERS = /[xgLKN]/;
const DIRECTORY = '5';

/** Returns the size of the content in a header, in bytes; undefined if it is ambiguous. */
function sizeIn(block: Buffer): number | undefined {
  const field = block.toString('latin1', SIZE_FROM, SIZE_TO);
  if (/^\0+$/.test(field)) return 0;
  return /^ *[0-7]+[ \0]*$/.test(field) ? Number.parseInt(field.trim(), 8) : undefined;
}

/**
 * Returns a stream that passes a tar on and checks its headers first, since unpacking reads long ones into memory. It fails with
 * `refuse(message)` for a header that is too long, or whose content has no clear end.
 */
function tarHeaderCheck(refuse: (message: string) => Error): Transform {
  const block = Buffer.alloc(BLOCK_BYTES);
  let filled = 0;
  /** Remaining bytes of the content, and of its last block. */
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

  /** Reads a piece from `from`. Returns the end of what was read. */
  function read(piece: Buffer, from: number): number {
    const available = piece.length - from;
    if (content > 0) {
      const length = Math.min(content, available);
      longHeader?.push(piece.subarray(from, from + length));
      content -= length;
      // A second size would turn content into headers and headers into content.
      if (content === 0 && longHeader !== undefined && Buffer.concat(longHeader).includes(' size='))
        throw refuse('has an entry with two sizes');
      return from + length;
    }
    if (padding > 0) {
      const length = Math.min(padding, available);
      padding -= length;
      return from + length;
    }
    const length = Math.min(BLOCK_BYTES - filled, available);
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

/** Maximum size of headers and padding, in bytes. */
const MAX_HEADER_BYTES = 20 * 1024 * 1024;
const MAX_PATH_LENGTH = 200;
const MAX_DEPTH = 10;
/** Maximum reported faults. */
const MAX_FAULTS = 100;

const pathSchema = releaseFileSchema.shape.path.max(MAX_PATH_LENGTH);

/** Returns the 422 of a release with its faults. */
export function invalidRelease(faults: readonly FieldProblem[]): ApiError {
  const [first] = faults;
  const more = faults.length > 1 ? `, and ${faults.length - 1} more` : '';
  const detail = `This is not a usable release. ${first?.path}: ${first?.message}${more}.`;
  return new ApiError(422, 'release-invalid', detail, { errors: faults.slice(0, MAX_FAULTS) });
}

const invalidEntry = (name: string, message: string) =>
  invalidRelease([{ path: name.slice(0, MAX_PATH_LENGTH) || '(no name)', message }]);

/** Returns the path of an entry without a leading `./`. Throws 422 for an unsafe one. */
function safePath(name: string): string {
  const path = name.replace(/^\.\//, '');
  const isPlain = pathSchema.safeParse(path).success && !path.split('/').some((part) => part === '' || part === '.');
  if (!isPlain || path.split('/').length > MAX_DEPTH)
    throw invalidEntry(name, 'is not a plain path of letters, digits, _, -, . and / below the release');
  return path;
}

/** Creates the check of entries, which returns the path of a file, undefined for a folder. */
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

/** Returns a stream that fails with 413 beyond `maxBytes`. */
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

/** Error codes of a file and a folder of one name. */
const MISPLACED = new Set(['EEXIST', 'ENOTDIR', 'EISDIR']);

/** Returns the error to throw: 422 for a fault of the archive, the error itself for one of this machine. */
function failureOf(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (types.isNativeError(error) && 'syscall' in error)
    return 'code' in error && MISPLACED.has(String(error.code))
      ? unreadable('has a file and a folder of one name')
      : error;
  return unreadable(`cannot be read as a gzipped tar: ${types.isNativeError(error) ? error.message : String(error)}`);
}

/**
 * Unpacks a gzipped tar into an empty folder; names, sizes and kinds are checked before anything is written. Throws 413 if it is
 * too large, 422 if it is unreadable or has anything but plain files and folders, and errors of the file system as they are.
 */
export async function unpackRelease(packed: Readable, dir: string): Promise<void> {
  const check = entryCheck();
  const archive = extract();
  archive.on('entry', (header, content, next) => {
    // The error of the archive is reported instead.
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
    // `wx`: never overwrites.
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
