import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type FieldProblem, MAX_RELEASE_BYTES, MAX_RELEASE_FILES, releaseFileSchema } from '@cytocomm/contract';
import { extract, type Header } from 'tar-stream';
import { ApiError } from '../../platform/calls/problem.ts';
import { tarHeaderCheck } from './tar-headers.ts';
import { tooLarge } from './upload-body.ts';

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

/** Returns the path of a name in the archive, without a leading `../../releases`. Throws 422 for an unsafe one. */
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
      if (name !== '../../releases' && name !== '.') safePath(name.replace(/\/$/, ''));
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
